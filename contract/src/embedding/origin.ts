/** Maximum origins of a school. */
export const embedOriginsMax = 20;

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const name = new RegExp(`^${label}(?:\\.${label})*$`);
const ownMachine = /^(?:[a-z0-9-]+\.)*localhost$|^127(?:\.\d{1,3}){3}$/;

/**
 * Returns an origin as browsers write it (RFC 6454), or null if it can't embed this site. Requires https (or http on localhost),
 * and a name without wildcards, path, query or user. The result has only characters without a special meaning in headers.
 */
export function embedOrigin(text: string): string | null {
  const given = text.trim();
  if (given.length > 250 || !/^https?:\/\//i.test(given)) return null;
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    return null;
  }
  const isBare =
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '' &&
    url.password === '';
  if (!isBare || !name.test(url.hostname)) return null;
  if (url.protocol !== 'https:' && !ownMachine.test(url.hostname)) return null;
  return url.origin;
}
