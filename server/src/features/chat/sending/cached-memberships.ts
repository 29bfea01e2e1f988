import type { Pool } from '../../../kernel/database/database.ts';
import { setBounded } from '../../../kernel/bounded-map.ts';
import type { Pair, MembershipRow } from '../chat.queries.ts';

/** Places kept in mind; past that the oldest go. */
const cacheMax = 20_000;

const known = new WeakMap<Pool, Map<string, MembershipRow>>();

const keyOf = (school: number, { viewer, conversation }: Pair): string =>
  `${school} ${viewer} ${conversation}`;

/** Where somebody could write a moment ago, as this process read it. The statement that writes finds out whether it is still so. */
export const cachedMembership = (
  pool: Pool,
  school: number,
  pair: Pair,
): MembershipRow | undefined => known.get(pool)?.get(keyOf(school, pair));

/** Keeps in mind where somebody could write. */
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
