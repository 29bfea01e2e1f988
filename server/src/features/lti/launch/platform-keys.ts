import { setTimeout as delay } from 'node:timers/promises';
import { createLocalJWKSet, type JSONWebKeySet, type JWK } from 'jose';
import { transact, type Scope } from '../../../kernel/context.ts';
import { recordOf, listOf } from '../../courses/lms/json-reading.ts';
import { selectPlatform, type PlatformRow } from '../lti.queries.ts';
import { claimKeys, updateKeys } from './launch.queries.ts';
import { LaunchFailed } from './launch-failed.ts';

/** Maximum number of keys in a response. */
const keysMax = 50;
/** Minutes after which keys are read again, so that revoked keys aren't accepted for long. */
const freshMinutes = 60;
/** Minimum seconds between two readings because of an unknown key. */
const againSeconds = 60;
/** Seconds after which a reading counts as interrupted. */
const readingSeconds = 30;
/** Milliseconds between checks for the result of another server's reading. */
const pollMs = 250;
const timeoutMs = 5_000;

/** Returns the keys in a response that can sign messages. */
const keySetOf = (answer: unknown): JSONWebKeySet => ({
  keys: listOf(recordOf(answer)['keys'])
    .slice(0, keysMax)
    .filter(
      ({ kty, kid, use, n, e }) =>
        kty === 'RSA' &&
        typeof kid === 'string' &&
        (use === undefined || use === 'sig') &&
        typeof n === 'string' &&
        typeof e === 'string',
    )
    .map(({ kid, n, e }) => ({ kty: 'RSA', use: 'sig', kid, n, e }) as JWK),
});

const has = (keys: JSONWebKeySet | null, kid: string): keys is JSONWebKeySet =>
  keys !== null && keys.keys.some((key) => key.kid === kid);

const readKeys = async (scope: Scope, platform: PlatformRow): Promise<JSONWebKeySet | null> => {
  try {
    const answer = await scope.outbound(platform.keys_url, {
      headers: { accept: 'application/json' },
    });
    if (answer.status !== 200) return null;
    const keys = keySetOf(await answer.json());
    return keys.keys.length === 0 ? null : keys;
  } catch {
    return null;
  }
};

/**
 * Waits for the current reading of a platform's keys. Returns when it has found the key, has ended, or takes too long.
 */
const keysReadMeanwhile = async (
  scope: Scope,
  platform: number,
  kid: string,
): Promise<JSONWebKeySet | null> => {
  for (let waited = 0; ; waited += pollMs) {
    const row = await transact(scope, ({ db }) => selectPlatform(db, platform), { readOnly: true });
    // `updateKeys` stored this value.
    const known = (row?.keys ?? null) as JSONWebKeySet | null;
    const until = row?.keys_leased_until ?? null;
    const isRead = until === null || until <= scope.clock.now();
    if (isRead || has(known, kid) || waited >= timeoutMs) return known;
    await delay(pollMs);
  }
};

/**
 * Returns a platform's keys as a function for `jwtVerify`. Keys are stored. An unknown key causes another reading (key
 * rotation, https://www.imsglobal.org/spec/security/v1p0/, 6.3), at most once a minute for all servers. Launches during
 * the reading wait for it. If the reading fails, the stored keys stay valid.
 */
export const platformKeys = async (
  scope: Scope,
  platform: PlatformRow,
  kid: string,
): Promise<ReturnType<typeof createLocalJWKSet>> => {
  const now = scope.clock.now();
  // `updateKeys` stored this value.
  let known = platform.keys as JSONWebKeySet | null;
  const age = has(known, kid) ? freshMinutes * 60 : againSeconds;
  const before = new Date(now.getTime() - age * 1_000);
  const until = new Date(now.getTime() + readingSeconds * 1_000);
  if (await transact(scope, ({ db }) => claimKeys(db, platform.id, { before, now, until }))) {
    const read = await readKeys(scope, platform);
    await transact(scope, ({ db }) => updateKeys(db, platform.id, read));
    known = read ?? known;
  } else if (!has(known, kid)) known = await keysReadMeanwhile(scope, platform.id, kid);
  if (known === null) throw new LaunchFailed('keys_unreachable');
  if (!has(known, kid)) throw new LaunchFailed('key_unknown');
  return createLocalJWKSet(known);
};
