import { randomBytes } from 'node:crypto';
import type { Scope } from '../../kernel/context.ts';
import type { Transport } from '../../kernel/http/route.ts';

/** Days for which a browser is known after its last sign-in. */
const knownDays = 180;
/** Maximum number of people per known browser. The oldest are removed. */
const peopleMax = 5;

type At = Pick<Scope, 'tokens' | 'school' | 'clock'>;

/**
 * A person that has signed in with a browser: their id, the browser's id for them, and the expiration in seconds since
 * 1970.
 */
interface Known {
  readonly userId: number;
  readonly browser: string;
  readonly until: number;
}

const aboutOf = ({ school }: At, { userId, browser, until }: Known): string =>
  `${school.school_id}:${userId}:${browser}:${until}`;

const readAll = (at: At, transport: Pick<Transport, 'knownBrowser'>): Known[] =>
  (transport.knownBrowser() ?? '')
    .slice(0, 2_000)
    .split('~')
    .flatMap((text) => {
      const [user = '', browser = '', end = '', signature = ''] = text.split('.');
      const known = { userId: Number(user), browser, until: Number(end) };
      const isOurs =
        at.tokens.isBrowserSignature(aboutOf(at, known), signature) &&
        known.until * 1000 > at.clock.now().getTime();
      return isOurs ? [known] : [];
    });

/**
 * Returns this browser's id for a person who has signed in with it at this school. Undefined for other people and
 * forged cookies.
 */
export const browserOf = (
  at: At,
  transport: Pick<Transport, 'knownBrowser'>,
  userId: number,
): string | undefined => readAll(at, transport).find((known) => known.userId === userId)?.browser;

/** Marks the browser as known for this person, so that other people's failed sign-ins don't slow it down. */
export const rememberBrowser = (
  at: At,
  transport: Pick<Transport, 'knownBrowser' | 'setKnownBrowser'>,
  userId: number,
): void => {
  const before = readAll(at, transport);
  const browser =
    before.find((known) => known.userId === userId)?.browser ??
    randomBytes(12).toString('base64url');
  const until = Math.floor(at.clock.now().getTime() / 1000) + knownDays * 86_400;
  const others = before.filter((known) => known.userId !== userId).slice(0, peopleMax - 1);
  const text = [{ userId, browser, until }, ...others].map(
    (one) =>
      `${one.userId}.${one.browser}.${one.until}.${at.tokens.browserSignature(aboutOf(at, one))}`,
  );
  transport.setKnownBrowser(text.join('~'), knownDays);
};
