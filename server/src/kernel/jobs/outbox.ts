import { sql, type RawBuilder } from 'kysely';
import type { ReportedMessages, ReportReason } from '#contract/safety.ts';
import { actorId, type Context } from '../context.ts';
import type { Db } from '../database/database.ts';
import type { SchoolId } from '../ids.ts';

/** What features tell each other, by kind. Ids are database ids; readers look up the rest. */
export interface Events {
  connection_requested: { from: number; to: number };
  connection_accepted: { by: number; of: number };
  connection_ended: { by: number; other: number };
  /** By an identity provider. People of an import are told with it. */
  person_added: { userId: number };
  profile_changed: { userId: number };
  privacy_changed: { userId: number };
  /** The row is a placeholder by now; what else there is of the person is to go. */
  person_erased: { userId: number };
  /** Names of files as rows named them, which these rows name no more. */
  files_dropped: { names: string[] };
  /** What a sign-on provider published was read a day ago. */
  sso_metadata_aged: { providerId: number };
  person_blocked: { by: number; person: number };
  person_unblocked: { by: number; person: number };
  /** Somebody said something; `change`: the conversation's number after it. */
  message_written: { conversation: number; seq: number; author: number; change: number };
  /** Anything else happened in a conversation. */
  conversation_changed: { conversation: number; change: number };
  /** Conversations have words that nobody has stored. */
  words_left: Record<string, never>;
  /** A message names a page whose preview nobody has fetched today. */
  link_posted: { conversation: number; seq: number; url: string };
  /** A conversation has come to be there for these people, or is no longer. */
  participants_moved: { conversation: number; into: number[]; outOf: number[] };
  /** A conversation stands otherwise in the lists of these people: read, muted, pinned, archived, answered. */
  list_changed: { conversation: number; people: number[] };
  /** Somebody shows that they are there, or no longer. */
  presence_switched: { userId: number; isShown: boolean };
  /** Somebody shows and sees read marks, or no longer. */
  receipts_switched: { userId: number };
  /** What the reporter read of the messages, as they stood: their words may change before somebody looks. */
  /** `category` is missing in events of a server of a version before. */
  message_reported: {
    by: number;
    person: number;
    category?: ReportReason;
    reason: string;
    evidence: ReportedMessages;
  };
  person_reported: { by: number; person: number };
  /** A run of an import may be worked on. */
  import_run_waits: { run: number };
  /** Due when it is to go out; withdrawn or moved meanwhile it does not. */
  newsletter_scheduled: { newsletter: number };
  /** Mails of it may be waiting. */
  newsletter_mail_due: { newsletter: number };
  import_stored: { import: number };
  import_undone: { import: number };
  /** A delivery is to be tried; `tries`: how often it has been. */
  webhook_delivery_due: { delivery: number; tries: number };
  /** Somebody has read in a conversation about which their list has something unread. */
  conversation_read: { conversation: number; userId: number };
  /** Something of these people waits to be pushed or mailed. */
  notification_due: { people: number[]; platform: 'mobile' | 'email' };
  /** Lists of notifications as they are now: of whom, after which change, how many unread. */
  notifications_changed: { lists: { user: number; change: number; unread: number }[] };
  /** Told by the database itself, with every session that goes before its time. */
  session_ended: { session: string; userId: number };
  /** Told by the database itself. */
  person_disabled: { userId: number };
  /** `sessions`: how many ended with it, and `keys`: own API keys that did, by name; events of before this was kept have neither. */
  password_changed: { userId: number; sessions?: number; keys?: string[] };
  /** `userId` is null when the address is nobody's. `origin`: where the person asked, so that the link leads back there. */
  password_reset_asked: { userId: number | null; origin: string };
}
export type EventKind = keyof Events;

/** An event as reactions receive it. `id` rises within a school in the order of writing. */
export interface OutboxEvent<K extends EventKind = EventKind> {
  readonly schoolId: number;
  readonly id: number;
  readonly kind: K;
  readonly at: Date;
  readonly payload: Events[K];
  /** Address of the school at which whoever caused it came in; null where nobody did. */
  readonly origin: string | null;
}

/** Writes an event in the transaction of the change it tells about. `dueAt`: it is not told before. */
export const emit = async <K extends EventKind>(
  context: Context,
  kind: K,
  payload: Events[K],
  dueAt: Date | null = null,
): Promise<void> => {
  await insertEvent(
    context.db,
    context.school.school_id,
    actorId(context),
    kind,
    payload,
    dueAt,
    context.origin === '' ? null : context.origin,
  );
  if (dueAt === null) context.nudge(kind);
};

/** The same for work that has no actor and no scope (upkeep); the relay finds it by itself. */
export const insertEvent = async <K extends EventKind>(
  db: Db,
  school: SchoolId,
  actor: number | null,
  kind: K,
  payload: Events[K],
  dueAt: Date | null = null,
  origin: string | null = null,
): Promise<void> => {
  await sql`insert into outbox (school_id, kind, actor_id, payload, due_at, origin)
    values (${school}, ${kind}, ${actor}, ${JSON.stringify(payload)}::jsonb, ${dueAt}, ${origin})`.execute(
    db,
  );
};

/**
 * The same as a part of a larger statement (`with … as (…)`), once for each row of `source`: for what only that statement knows,
 * such as a number it has given. `payload` says each part in SQL, and `by` who caused it where the rows are of several people.
 * The caller nudges the relay.
 */
export const eventOfRows = <K extends EventKind>(
  context: {
    readonly school: Pick<Context['school'], 'school_id'>;
    readonly actor: Context['actor'];
    readonly origin?: string;
  },
  kind: K,
  payload: { readonly [P in keyof Events[K]]: RawBuilder<unknown> },
  source: RawBuilder<unknown>,
  by: { readonly actor: RawBuilder<unknown>; readonly origin: RawBuilder<unknown> } = {
    actor: sql`${actorId(context)}::bigint`,
    origin: sql`${context.origin === '' ? null : (context.origin ?? null)}::text`,
  },
): RawBuilder<unknown> => sql`insert into outbox (school_id, kind, actor_id, origin, payload)
    select ${context.school.school_id}, ${kind}, ${by.actor}, ${by.origin}, jsonb_build_object(${sql.join(
      Object.entries<RawBuilder<unknown>>(payload).flatMap(([name, value]) => [
        sql.lit(name),
        value,
      ]),
    )}) from ${source}`;
