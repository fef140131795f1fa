// Where the visitor is: #/play/tictactoe?x=y. Only what is behind the # changes, so that the server
// has one page.

export interface Route {
  parts: string[];
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return part;
      }
    });
  return { parts, query: new URLSearchParams(query) };
}

export function hrefOf(...parts: string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

class Router {
  current = $state.raw<Route>(parseRoute(''));

  start(): void {
    const read = () => {
      this.current = parseRoute(location.hash);
    };
    addEventListener('hashchange', read);
    read();
  }
  go(href: string): void {
    location.hash = href;
  }
  // Without a step in the browser's history.
  replace(href: string): void {
    history.replaceState(null, '', href);
    this.current = parseRoute(href);
  }
}

export const router = new Router();
