/** How many origins a school can list. */
export const embedOriginsMax = 20;

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const name = new RegExp(`^${label}(?:\\.${label})*$`);
const ownMachine = /^(?:[a-z0-9-]+\.)*localhost$|^127(?:\.\d{1,3}){3}$/;

/**
 * The origin that somebody names, as browsers write it (RFC 6454), or null where it is none that may embed a campus:
 * https, on a person's own machine also http; a name without wildcards; no path, query or user. Only signs that mean nothing
 * in a header stand in it.
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
