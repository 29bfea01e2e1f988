/**
 * Returns the target after sign-in: only paths of this app are allowed; otherwise, the home page. `origin` is the page's origin.
 */
export function safeRedirect(target: string | null | undefined, origin: string): string {
  return isSafePath(target, origin) ? target : '/';
}

function isSafePath(target: string | null | undefined, origin: string): target is string {
  if (typeof target !== 'string' || target.length > 2000) return false;
  // Browsers treat '//host' and '/\host' as other sites, even if a part is percent-encoded once or twice.
  if (!target.startsWith('/')) return false;
  let plain = target;
  for (let round = 0; round < 3; round++) {
    // oxlint-disable-next-line no-control-regex -- browsers drop control characters before they read the address
    if (/^\/[/\\]/.test(plain) || /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(plain))
      return false;
    const path = plain.split(/[?#]/)[0] ?? '';
    if (path.includes('@') || path.includes('//')) return false;
    try {
      const decoded = decodeURIComponent(plain);
      if (decoded === plain) break;
      plain = decoded;
    } catch {
      // A lone '%' belongs to a query. Everything that can be decoded has been checked.
      break;
    }
  }
  try {
    const url = new URL(target, origin);
    return (
      url.origin === origin &&
      !url.pathname.startsWith('//') &&
      !/^\/login(\/|$)/.test(url.pathname)
    );
  } catch {
    return false;
  }
}

/** Returns the sign-in address that returns to `current` (a path with its query). */
export const loginHref = (current: string): string =>
  `/login?redirect=${encodeURIComponent(current)}`;
