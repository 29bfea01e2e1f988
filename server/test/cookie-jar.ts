import type { Clock } from '#server/kernel/clock.ts';

/** Cookies as in a browser: a cookie with an empty value is removed immediately, and one with `Max-Age` after that time. */
export interface CookieJar {
  readonly values: Map<string, string>;
  /** Returns the `Cookie` header for the next request. */
  header(): string;
  /** Stores the cookies of a response. */
  keep(setCookie: string | string[] | number | undefined): void;
}

/** Opens an empty jar whose cookies expire by `clock`. */
export const openCookieJar = (clock: Clock): CookieJar => {
  const values = new Map<string, string>();
  const ends = new Map<string, number>();
  return {
    values,
    header: () => {
      for (const [name, end] of ends) if (end <= clock.now().getTime()) values.delete(name);
      return [...values].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    keep: (setCookie) => {
      for (const line of [setCookie ?? []].flat().map(String)) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        const age = /; Max-Age=(\d+)/.exec(line)?.[1];
        ends.delete(name);
        if (value === '') values.delete(name);
        else values.set(name, value);
        if (age !== undefined) ends.set(name, clock.now().getTime() + Number(age) * 1000);
      }
    },
  };
};
