import type { Pool } from '../../../kernel/database/database.ts';
import { setBounded } from '../../../kernel/bounded-map.ts';
import type { Pair, MembershipRow } from '../chat.queries.ts';

/** Maximum cached memberships. The oldest are dropped first. */
const cacheMax = 20_000;

const known = new WeakMap<Pool, Map<string, MembershipRow>>();

const keyOf = (school: number, { viewer, conversation }: Pair): string =>
  `${school} ${viewer} ${conversation}`;

/** Returns a cached membership with permission to write. The statement that writes checks whether it is still valid. */
export const cachedMembership = (
  pool: Pool,
  school: number,
  pair: Pair,
): MembershipRow | undefined => known.get(pool)?.get(keyOf(school, pair));

/** Caches a membership with permission to write. */
export const cacheMembership = (
  pool: Pool,
  school: number,
  pair: Pair,
  membership: MembershipRow,
): void => {
  const memberships = known.get(pool) ?? new Map<string, MembershipRow>();
  known.set(pool, memberships);
  setBounded(memberships, keyOf(school, pair), membership, cacheMax);
};

export const evictMembership = (pool: Pool, school: number, pair: Pair): void =>
  void known.get(pool)?.delete(keyOf(school, pair));
