/*
 * The search part of URLs, for the router: plain text, no JSON. A repeated name becomes a list, which no page uses.
 */

type Search = Record<string, unknown>;

export function parseSearch(text: string): Search {
  const search: Search = {};
  const params = new URLSearchParams(text);
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name);
    search[name] = all.length === 1 ? all[0] : all;
  }
  return search;
}

/** Empty values are left out. */
export function stringifySearch(search: Search): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof one === 'string' && one !== '') params.append(name, one);
  const text = params.toString();
  return text && `?${text}`;
}

/** Returns a validator that keeps only the named parameters. */
export const pickParams =
  <const N extends string>(...names: N[]) =>
  (search: Search): { [K in N]?: string | undefined } => {
    const of: { [K in N]?: string | undefined } = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') of[name] = value;
    }
    return of;
  };

/** Keeps every parameter that appears once and isn't empty. */
export const known = (search: Search): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );
