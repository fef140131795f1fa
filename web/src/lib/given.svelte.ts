// What was dropped or opened, on its way to the page that takes it.

import type { MatchRecord } from '../api/types';
import { recognise } from './files';
import { router } from './route.svelte';

export interface Draft {
  rules: string;
  level: string;
  name: string;
}

const key = 'palamedes-draft';

function stored(): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
    if (draft && typeof draft.rules === 'string') {
      return { rules: draft.rules, level: draft.level ?? '', name: draft.name ?? '' };
    }
  } catch {
    // storage may be forbidden, or hold something else
  }
  return { rules: '', level: '', name: '' };
}

class Given {
  draft = $state<Draft>(stored());
  record = $state.raw<MatchRecord | null>(null);
  trouble = $state('');

  keep(): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(this.draft));
    } catch {
      // it lasts until the page is left
    }
  }

  take(text: string, fileName = ''): void {
    this.trouble = '';
    const given = recognise(text, fileName);
    switch (given.kind) {
      case 'record':
        this.record = given.record;
        router.go('#/record');
        break;
      case 'level':
        this.draft.level = given.text;
        router.go('#/rules');
        break;
      case 'unknown':
        this.trouble = given.why;
        break;
      default:
        this.draft = { rules: given.text, level: '', name: given.name };
        router.go('#/rules');
    }
    this.keep();
  }

  async file(file: File): Promise<void> {
    if (file.size > 8_000_000) {
      this.trouble = `${file.name} is too large: ${Math.round(file.size / 1e6)} MB.`;
      return;
    }
    this.take(await file.text(), file.name);
  }
}

export const given = new Given();
