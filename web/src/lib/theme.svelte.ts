// Light, dark, or as the system has it.

export type Theme = 'system' | 'light' | 'dark';

const key = 'palamedes-theme';

function stored(): Theme {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system'; // storage may be forbidden
  }
}

class ThemeChoice {
  value = $state<Theme>('system');

  start(): void {
    this.set(stored());
  }
  set(theme: Theme): void {
    this.value = theme;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
      if (theme === 'system') localStorage.removeItem(key);
      else localStorage.setItem(key, theme);
    } catch {
      // it lasts until the page is left
    }
  }
  get dark(): boolean {
    if (this.value !== 'system') return this.value === 'dark';
    return matchMedia('(prefers-color-scheme: dark)').matches;
  }
}

export const theme = new ThemeChoice();
