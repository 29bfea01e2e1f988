import type { Pool } from '../../../kernel/database/database.ts';
import { setBounded } from '../../../kernel/bounded-map.ts';
import type { Pair, PlaceRow } from '../chat.queries.ts';

/** Places kept in mind; past that the oldest go. */
const kept = 20_000;

const known = new WeakMap<Pool, Map<string, PlaceRow>>();

const keyOf = (school: number, { viewer, conversation }: Pair): string =>
  `${school} ${viewer} ${conversation}`;

/** Where somebody could write a moment ago, as this process read it. The statement that writes finds out whether it is still so. */
export const knownPlace = (pool: Pool, school: number, pair: Pair): PlaceRow | undefined =>
  known.get(pool)?.get(keyOf(school, pair));

/** Keeps in mind where somebody could write. */
export const keepPlace = (pool: Pool, school: number, pair: Pair, place: PlaceRow): void => {
  const places = known.get(pool) ?? new Map<string, PlaceRow>();
  known.set(pool, places);
  setBounded(places, keyOf(school, pair), place, kept);
};

export const forgetPlace = (pool: Pool, school: number, pair: Pair): void =>
  void known.get(pool)?.delete(keyOf(school, pair));
