// Sessions that pages of this browser have begun. The program has room for a few; when it is full,
// those that no page shows any longer are ended, the oldest first.

import { api, Trouble } from '../api/client';

const key = 'palamedes-sessions';
const held = new Set<string>();

function read(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
function write(list: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list.slice(-50)));
  } catch {
    // then the program ends them itself, once nobody has asked for them for a while
  }
}

// A page shows this session until what is returned is called, or the page is closed.
export function hold(id: string): () => void {
  held.add(id);
  let release = () => {};
  // Other pages can see a lock; where there are none, each page only knows its own sessions.
  const locks = (navigator as { locks?: LockManager }).locks;
  void locks
    ?.request(`palamedes ${id}`, { mode: 'shared' }, () => new Promise<void>((resolve) => (release = resolve)))
    .catch(() => {});
  return () => {
    held.delete(id);
    release();
  };
}

async function shown(): Promise<Set<string>> {
  const locks = (navigator as { locks?: LockManager }).locks;
  const names = (await locks?.query().catch(() => null))?.held?.map((lock) => lock.name ?? '') ?? [];
  return new Set([...held, ...names.map((name) => name.replace(/^palamedes /, ''))]);
}

// Ends the oldest one that nobody looks at; whether there was one.
async function makeRoom(): Promise<boolean> {
  const used = await shown();
  const list = read();
  for (const id of list.filter((one) => !used.has(one))) {
    write(read().filter((one) => one !== id));
    try {
      await api.end(id);
      return true;
    } catch {
      // it has ended before: the next one
    }
  }
  return false;
}

export async function beginKept<T extends { id: string }>(begin: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const session = await begin();
      write([...read(), session.id]);
      return session;
    } catch (error) {
      if (!(error instanceof Trouble) || error.status !== 429 || !(await makeRoom())) throw error;
    }
  }
}
