/**
 * Where to go after signing in. Only a path of this app passes; anything else is the home page.
 * `origin` is that of the page.
 */
export function safeRedirect(target: string | null | undefined, origin: string): string {
  return isSafePath(target, origin) ? target : '/';
}

function isSafePath(target: string | null | undefined, origin: string): target is string {
  if (typeof target !== 'string' || target.length > 2000) return false;
  // '//host' and '/\host' are other sites to a browser, also where a part of them is percent-encoded once or twice.
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
      // A lone '%' belongs to a query; what could be decoded has been looked at.
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

/** The sign-in address that returns to `current` (a path with its query). */
export const loginHref = (current: string): string =>
  `/login?redirect=${encodeURIComponent(current)}`;
