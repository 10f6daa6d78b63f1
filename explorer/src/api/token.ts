// The token that tells the server who calls, if it asks (docs/access.md). It is kept for this tab only, and sent to the page's own
// origin only.
const kKey = 'waystone-token';

export function readToken(): string { return sessionStorage.getItem(kKey) ?? ''; }

export function keepToken(token: string): void {
  if (token === '') sessionStorage.removeItem(kKey); else sessionStorage.setItem(kKey, token);
}
