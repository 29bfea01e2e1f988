/**
 * The page that frames us. Messages go only to its exact origin, and only when the school names it as allowed;
 * no school names one yet, so nothing is posted and a frame shows the sign-in page itself.
 */
export const isFramed = (): boolean => window.parent !== window;

let hostOrigin: string | null = null;

export function allowHost(origin: string | null): void {
  hostOrigin = origin;
}

/** True when the host was told; false when we must show the sign-in page ourselves. */
export function tellHostLoggedOut(): boolean {
  if (!isFramed() || hostOrigin === null) return false;
  window.parent.postMessage({ type: 'webapp_logged_out' }, hostOrigin);
  return true;
}
