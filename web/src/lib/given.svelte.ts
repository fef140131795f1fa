// What was dropped or opened, on its way to the page that takes it.

import type { MatchRecord } from '../api/types';
import { recognise } from './files';
import { router } from './route.svelte';
import type { OwnRules } from './session.svelte';

export interface Draft {
  rules: string;
  level: string; // of a video game
  layout: string; // hints about the boards of a GDL game
  name: string;
}

export const emptyDraft = (): Draft => ({ rules: '', level: '', layout: '', name: '' });

// What a session is begun with.
export function rulesOfDraft(draft: Draft): OwnRules {
  return {
    rules: draft.rules,
    ...(draft.layout.trim() ? { layout: draft.layout } : {}),
    ...(draft.name ? { name: draft.name } : {}),
  };
}

const key = 'palamedes-draft';

function stored(): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
    if (draft && typeof draft.rules === 'string') {
      return { ...emptyDraft(), ...draft };
    }
  } catch {
    // storage may be forbidden, or hold something else
  }
  return emptyDraft();
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
      case 'layout':
        this.draft.layout = given.text;
        router.go('#/rules');
        break;
      case 'unknown':
        this.trouble = given.why;
        break;
      default:
        this.draft = { ...emptyDraft(), rules: given.text, name: given.name };
        router.go('#/rules');
    }
    this.keep();
  }

  async file(file: File): Promise<void> {
    if (file.size > 8_000_000) {
      this.trouble = `${file.name} is too large: ${Math.round(file.size / 1e6)} MB.`;
      return;
    }
    if (file.type.startsWith('image/')) {
      this.trouble = `${file.name} is an image. Images of sprites are chosen beside a video game, below "What is on the screen".`;
      return;
    }
    this.take(await file.text(), file.name);
  }
}

export const given = new Given();
