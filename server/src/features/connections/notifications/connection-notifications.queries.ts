import { sql } from 'kysely';

/** Matches the connection of a notification's recipient, `n."user"`, and `n.actor`, unless either person has blocked the other. */
const pairOf = sql`connections c where c.low_id = least(n."user", n.actor) and c.high_id = greatest(n."user", n.actor)
  and not exists (select from blocked_pairs b where b.user_id = n."user" and b.other_id = n.actor)`;
/** Conditions that must still hold when a notification is sent. */
export const isStillAsked = sql`exists (select from ${pairOf} and not c.is_accepted and c.requested_by = n.actor)`;
export const isStillConnected = sql`exists (select from ${pairOf} and c.is_accepted)`;
export const isNothingBetween = sql`not exists (select from ${pairOf})`;
