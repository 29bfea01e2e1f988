import type { Path } from '../../paths.ts';

/** Search parameters are plain text. One that is empty or stands twice is none. */
export type Search = Readonly<Record<string, string>>;

/** Where somebody is, or is going. */
export interface Address {
  readonly pathname: string;
  readonly search: Search;
  /** Without its `#`. */
  readonly hash: string;
  /** Path, search and hash as the address bar has them. */
  readonly href: string;
}

/** A place by its path of the map, or by a whole address. */
export type Target =
  | {
      to: Path;
      search?: { readonly [name: string]: string | undefined };
      hash?: string;
      href?: undefined;
    }
  | { href: string; to?: undefined };

export function readAddress(href: string): Address {
  const url = new URL(href, window.location.origin);
  const search: Record<string, string> = {};
  for (const name of new Set(url.searchParams.keys())) {
    const [value, ...more] = url.searchParams.getAll(name);
    if (value && more.length === 0) search[name] = value;
  }
  return {
    pathname: url.pathname.replace(/(.)\/+$/, '$1'),
    search,
    hash: url.hash.slice(1),
    href: `${url.pathname}${url.search}${url.hash}`,
  };
}

export function hrefOf(target: Target): string {
  if (target.to === undefined) return target.href;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(target.search ?? {}))
    if (value) params.append(name, value);
  const query = params.toString();
  return `${target.to}${query && `?${query}`}${target.hash ? `#${target.hash}` : ''}`;
}

/** `/embed/profile/$uid` of `/embed/profile/7` is `{ uid: '7' }`; null where the path is another one. */
export function paramsIn(pattern: string, pathname: string): Search | null {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const value = given[place] ?? '';
    if (!part.startsWith('$')) {
      if (part !== value.toLowerCase()) return null;
      continue;
    }
    try {
      params[part.slice(1)] = decodeURIComponent(value);
    } catch {
      return null;
    }
  }
  return params;
}
