import type { RawBuilder } from 'kysely';
import type { NotificationKey, NotificationKind, Platform } from '#contract/notifications/keys.ts';
import { platforms } from '#contract/notifications/keys.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { broadcast } from '../../../kernel/live/live.ts';
import { emit, emitAll } from '../../../kernel/jobs/outbox.ts';
import { nextMail, quietUntil } from '../local-times.ts';
import {
  collapseHours,
  globalName,
  minutesAfter,
  partsOf,
  planOf,
  type Plan,
} from '../notifications.rules.ts';
import {
  selectDefaults,
  type DefaultRow,
  type SettingsRow,
} from '../preferences/preferences.queries.ts';
import { PreferenceLookup } from '../preferences/preferences.views.ts';
import { listBroadcasts } from './list-broadcasts.ts';
import {
  insertItems,
  insertSources,
  lockLists,
  selectOpen,
  selectRecipients,
  updateClosed,
  updateDueAt,
  updateCollapsed,
  updateCountersAndEmit,
  updateReplaced,
  updateWithout,
  type ListNumbers,
  type NewItem,
  type UserEvent,
  type NotificationTarget,
  type OpenRow,
  type RecipientRow,
} from './delivery-log.queries.ts';

/**
 * What a further event does to an open notification with the same collapse key:
 * - `collapse`: its actors are added, without another push or email. For frequent events.
 * - `collapse_known`: the same, if the notification already has these actors, so that no one can cause pushes by repeating an action such as
 *   a like or a request. Further actors replace it.
 * - `replace`: a new notification replaces it, and is pushed and emailed, because the event is news even from the same actor or without one,
 *   such as another new time or a corrected grade.
 */
export type Repeat = 'collapse' | 'collapse_known' | 'replace';

/** Events to notify people about, each once per person, and how they are collapsed. */
export interface NotificationSource {
  readonly userEvents: readonly UserEvent[];
  /** SQL that is true if the event is still current. */
  readonly condition: RawBuilder<unknown>;
  readonly key: NotificationKey;
  readonly kind: NotificationKind;
  /** The club whose settings apply; 0 for none. */
  readonly club?: number;
  /** The target of the notification's link. */
  readonly target?: NotificationTarget;
  /**
   * Events with the same collapse key share one open notification: one that wasn't read, deleted or closed since, and that is less than
   * `collapseHours` old. A notification that replaces another has its actors, too, and these hours start again.
   */
  readonly collapseKey: string;
  readonly collapseHours: number;
  /** `collapse_known` by default. */
  readonly repeat?: Repeat;
  /** The subject of the notification. */
  readonly about?: NewItem['about'];
}

/** Returns the address under which links in notifications start. Null if there is none. */
export const originOf = ({ origin }: Pick<Context, 'origin'>): string | null =>
  origin === '' ? null : origin;

/** Maximum number of lists or people in one event, so that each handler run is short. */
const chunkSize = 50;
const chunked = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / chunkSize) }, (_, n) =>
    all.slice(n * chunkSize, (n + 1) * chunkSize),
  );

/**
 * Broadcasts the counts of lists to the people's sockets: immediately on this server, and through the outbox on the
 * others.
 */
export const broadcastLists = async (
  context: Context,
  lists: readonly ListNumbers[],
): Promise<void> => {
  for (const some of chunked(lists)) await emit(context, 'notifications_changed', { lists: some });
  for (const message of listBroadcasts(lists)) broadcast(context, message);
};

const channelsOf = (row: RecipientRow) => ({
  zone: row.time_zone ?? 'UTC',
  quiet:
    row.quiet_from === null || row.quiet_until === null
      ? null
      : { from: row.quiet_from, until: row.quiet_until },
  mailFrequency: row.email_frequency,
  hasDevice: row.has_device,
  hasAddress: row.has_address,
});

const plansFor = (
  name: NotificationKey,
  club: number,
  row: RecipientRow,
  defaults: readonly DefaultRow[],
  now: Date,
): readonly Plan[] => {
  const lookup = new PreferenceLookup(defaults, row.choices);
  return platforms.map((platform) =>
    planOf(platform, lookup.of(name, platform, club), channelsOf(row), now),
  );
};

/** Schedules the jobs that push and email, one per delivery time. */
const callForDue = async (
  context: Context,
  plans: readonly { user: number; plans: readonly Plan[] }[],
): Promise<void> => {
  const now = context.clock.now();
  const byTime = new Map<string, { platform: 'mobile' | 'email'; dueAt: Date; people: number[] }>();
  for (const { user, plans: own } of plans)
    for (const { platform, state, dueAt } of own) {
      if (state !== 'waiting' || dueAt === null || platform === 'in_app') continue;
      const key = `${platform} ${dueAt.getTime()}`;
      const found = byTime.get(key) ?? { platform, dueAt, people: [] };
      found.people.push(user);
      byTime.set(key, found);
    }
  const due = [...byTime.values()].flatMap(({ platform, dueAt, people }) =>
    chunked(people).map((some) => ({
      payload: { people: some, platform },
      dueAt: dueAt > now ? dueAt : null,
    })),
  );
  await emitAll(context, 'notification_due', due);
};

/** A recipient of something new, with the earliest time of a push. */
export interface NewRecipient extends Pick<
  NewItem,
  'user' | 'collapseKey' | 'actors' | 'conversation' | 'about'
> {
  readonly pushFrom?: Date;
}

const pushedFrom = (plan: Plan, { pushFrom }: NewRecipient): Plan =>
  pushFrom !== undefined &&
  plan.platform === 'mobile' &&
  plan.dueAt !== null &&
  plan.dueAt < pushFrom
    ? { ...plan, dueAt: pushFrom }
    : plan;

/** Returns the recipients with the settings that decide how they are notified. */
export const readRecipients = async (
  { db }: Pick<Context, 'db'>,
  name: NotificationKey,
  users: readonly number[],
  club = 0,
): Promise<{ defaults: DefaultRow[]; recipients: RecipientRow[] }> => {
  const category = globalName(partsOf(name).category);
  const [defaults, recipients] = await Promise.all([
    selectDefaults(db, name),
    users.length === 0 ? [] : selectRecipients(db, users, { key: name, category, group: club }),
  ]);
  return { defaults, recipients };
};

/** Returns those people who receive notifications with a key on at least one platform, by their settings. */
export const filterReachable = async (
  context: Context,
  name: NotificationKey,
  users: readonly number[],
  club = 0,
): Promise<number[]> => {
  const { defaults, recipients } = await readRecipients(context, name, users, club);
  const now = context.clock.now();
  const reaches = new Set(
    recipients
      .filter((row) =>
        plansFor(name, club, row, defaults, now).some(({ state }) => state !== 'skipped'),
      )
      .map(({ id }) => id),
  );
  return users.filter((user) => reaches.has(user));
};

/**
 * Stores new notifications with their delivery logs in locked lists, schedules pushes and emails, and commits.
 * `besides` has other changed lists with the increase in their items.
 */
export const writeItems = async (
  context: Context,
  {
    key: name,
    kind,
    club = 0,
    target,
  }: Pick<NotificationSource, 'key' | 'kind' | 'club' | 'target'>,
  { defaults, recipients }: Awaited<ReturnType<typeof readRecipients>>,
  fresh: readonly NewRecipient[],
  besides: readonly { user: number; added: number }[] = [],
): Promise<void> => {
  const { db, school, clock } = context;
  const now = clock.now();
  const plansOf = new Map(
    recipients.map((row) => [row.id, plansFor(name, club, row, defaults, now)]),
  );
  const items = fresh.flatMap((one): NewItem[] => {
    const plans = plansOf.get(one.user)?.map((plan) => pushedFrom(plan, one));
    if (plans === undefined) return [];
    return [
      {
        ...one,
        isListed: plans.some(({ platform, state }) => platform === 'in_app' && state === 'sent'),
        plans,
      },
    ];
  });
  const added = new Map<number, number>();
  const count = (user: number, n: number) => added.set(user, (added.get(user) ?? 0) + n);
  for (const { user, added: n } of besides) count(user, n);
  for (const { user, isListed } of items) count(user, isListed ? 1 : 0);
  if (added.size === 0) return;
  // The queries are sent together and run in this order, in one round trip.
  const inserted =
    items.length > 0 &&
    insertItems(
      db,
      school.school_id,
      { key: name, group: club, kind, target: target ?? null, now },
      items,
    );
  const counted = updateCountersAndEmit(
    context,
    [...added].map(([user, n]) => ({ user, added: n })),
  );
  const called = callForDue(context, items);
  context.commit();
  const [lists] = await Promise.all([counted, inserted, called]);
  for (const message of listBroadcasts(lists)) broadcast(context, message);
};

/** Returns the actors for each recipient, latest first. */
const actorsByUser = (
  userEvents: readonly UserEvent[],
  noted: readonly { user: number; event: number }[],
): Map<number, number[]> => {
  const isNoted = new Set(noted.map(({ user, event }) => `${user} ${event}`));
  const actors = new Map<number, number[]>();
  for (const { user, actor, event } of userEvents)
    if (isNoted.has(`${user} ${event}`))
      actors.set(user, [actor, ...(actors.get(user) ?? []).filter((one) => one !== actor)]);
  return actors;
};

/**
 * Notifies people whose lists are locked, and ends the transaction. The event is stored for each person, so each
 * receives it only once, however many servers handle it at the same time.
 */
export const notify = async (context: Context, source: NotificationSource): Promise<void> => {
  const { db, school, clock } = context;
  const now = clock.now();
  const users = [...new Set(source.userEvents.map(({ user }) => user))];
  const [noted, open, reading] = await Promise.all([
    insertSources(db, school.school_id, source.userEvents, source.condition, now),
    selectOpen(db, users, source.collapseKey),
    readRecipients(context, source.key, users, source.club),
  ]);
  const actorsOf = actorsByUser(source.userEvents, noted);
  if (actorsOf.size === 0) return;
  const theirs = open.filter(({ user_id: user }) => actorsOf.has(user));
  const isAged = ({ created_at: created }: OpenRow) =>
    minutesAfter(created, source.collapseHours * 60) <= now;
  const ids = (rows: readonly OpenRow[]) => rows.map(({ id }) => id);
  if (theirs.some(isAged)) await updateClosed(db, ids(theirs.filter(isAged)));
  const young = theirs.filter((row) => !isAged(row));
  const isKnown = ({ user_id: user, actors }: OpenRow) =>
    actorsOf.get(user)?.every((actor) => actors.includes(actor)) === true;
  const { repeat = 'collapse_known' } = source;
  const known =
    repeat === 'replace' ? [] : young.filter((row) => repeat === 'collapse' || isKnown(row));
  const idsOf = new Map<number, number[]>();
  for (const { id, user_id: user } of known)
    for (const actor of actorsOf.get(user)?.toReversed() ?? [])
      idsOf.set(actor, [...(idsOf.get(actor) ?? []), id]);
  for (const [actor, theirItems] of idsOf)
    await updateCollapsed(db, theirItems, actor, source, now);
  const joined = young.filter((row) => !known.includes(row));
  const replaced = joined.length === 0 ? [] : await updateReplaced(db, ids(joined), now);
  const knownUsers = new Set(known.map(({ user_id: user }) => user));
  const fresh = [...actorsOf]
    .filter(([user]) => !knownUsers.has(user))
    .map(([user, actors]) => {
      const before = joined.find((row) => row.user_id === user)?.actors ?? [];
      return {
        user,
        collapseKey: source.collapseKey,
        actors: [...actors, ...before.filter((one) => !actors.includes(one))],
        conversation: null,
        ...(source.about && { about: source.about }),
      };
    });
  await writeItems(context, source, reading, fresh, [
    ...known.map(({ user_id: user }) => ({ user, added: 0 })),
    ...replaced,
  ]);
};

/**
 * Removes people from open notifications in locked lists, because their request was answered (`read`) or no longer
 * exists (`deleted`).
 */
export const removeFromNotifications = async (
  context: Context,
  pairs: readonly { user: number; actor: number }[],
  collapseKeys: readonly string[],
  how: 'read' | 'deleted',
  condition?: RawBuilder<unknown>,
): Promise<void> => {
  const lists = await updateWithout(
    context,
    pairs,
    collapseKeys,
    { how, now: context.clock.now() },
    condition,
  );
  for (const message of listBroadcasts(lists)) broadcast(context, message);
};

/** The actor id for notifications without an actor or with a hidden one. No person has this id. */
export const noActor = 0;

/** Returns the same event for each of these people. */
export const userEventsFor = (
  users: readonly number[],
  actor: number,
  event: number,
): UserEvent[] => users.map((user) => ({ user, actor, event }));

/**
 * Notifies people in one transaction that locks their lists. `replaces` has the collapse keys of open notifications
 * about the same actors that the new ones replace.
 */
export const notifyOfEvents = async (
  scope: Scope,
  userEvents: readonly UserEvent[],
  {
    replaces = [],
    ...what
  }: Omit<NotificationSource, 'userEvents' | 'collapseHours'> & {
    readonly replaces?: readonly string[];
  },
): Promise<void> => {
  if (userEvents.length === 0) return;
  await transact(scope, (context) =>
    // The queries are sent together and run in this order.
    Promise.all([
      lockLists(
        context.db,
        context.school.school_id,
        [...new Set(userEvents.map(({ user }) => user))],
        originOf(context),
      ),
      replaces.length > 0 && removeFromNotifications(context, userEvents, replaces, 'deleted'),
      notify(context, { ...what, userEvents, collapseHours }),
    ]),
  );
};

/** Reschedules a person's waiting deliveries after their settings changed. */
export const rescheduleDeliveries = async (
  context: Context,
  user: number,
  settings: SettingsRow,
): Promise<void> => {
  const now = context.clock.now();
  const zone = settings.time_zone ?? 'UTC';
  const { quiet_from: from, quiet_until: until } = settings;
  const quiet = quietUntil(zone, from === null || until === null ? null : { from, until }, now);
  const email = nextMail(zone, settings.email_frequency, now);
  const moved: readonly Platform[] = await updateDueAt(context.db, user, {
    mobile: quiet ?? now,
    reason: quiet === null ? null : 'quiet',
    email,
    now,
  });
  if (moved.includes('mobile'))
    await emit(context, 'notification_due', { people: [user], platform: 'mobile' }, quiet);
  if (moved.includes('email'))
    await emit(context, 'notification_due', { people: [user], platform: 'email' }, email);
};

/** Maximum number of people to notify in one transaction, so that their own requests don't wait for it. */
export const notifiedAtOnce = 500;

/** A notification without its people and its actor. */
export type NotificationContent = Pick<
  NotificationSource,
  'condition' | 'key' | 'kind' | 'collapseKey' | 'club' | 'target' | 'repeat'
>;

/** Notifies people, in the given order, about one person's action. */
export const notifyPeople = async (
  scope: Scope,
  users: readonly number[],
  { actor, event }: { actor: number; event: number },
  what: NotificationContent,
): Promise<void> => {
  for (let from = 0; from < users.length; from += notifiedAtOnce)
    await notifyOfEvents(
      scope,
      userEventsFor(users.slice(from, from + notifiedAtOnce), actor, event),
      what,
    );
};
