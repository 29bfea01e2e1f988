import { sql } from 'kysely';

/** True if an event still exists, and moderators haven't hidden it. */
export const isEventThere = (event: number) =>
  sql`exists (select from events e where e.id = ${event} and e.hidden_at is null)`;

/** The same, and the person has no invitation to it yet: a person who is removed and invited again isn't notified again. */
export const isFirstInvitation = (event: number, path: string) =>
  sql`(${isEventThere(event)} and not exists (select from notifications x
    where x.user_id = n."user" and x.about_path = ${path} and x.kind = 'event_invited'))`;
