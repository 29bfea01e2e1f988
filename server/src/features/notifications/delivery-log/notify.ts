import type { NotificationKey, NotificationKind, Platform } from '#contract/notifications/keys.ts';
import { platforms } from '#contract/notifications/keys.ts';
import type { Context } from '../../../kernel/context.ts';
import { broadcast } from '../../../kernel/live/live.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { nextMail, quietUntil } from '../local-times.ts';
import { globalName, minutesAfter, partsOf, planOf, type Plan } from '../notifications.rules.ts';
import {
  selectDefaults,
  type DefaultRow,
  type SettingsRow,
} from '../preferences/preferences.queries.ts';
import { SaidOf } from '../preferences/preferences.views.ts';
import { listBroadcasts } from './list-broadcasts.ts';
import {
  lockLists,
  insertItems,
  insertSources,
  selectOpen,
  selectRecipients,
  updateClosed,
  updateDueAt,
  updateCollapsed,
  updateCounters,
  updateReplaced,
  updateWithout,
  type ListNumbers,
  type NewItem,
  type OpenRow,
  type RecipientRow,
} from './delivery-log.queries.ts';

/** What happened, to whom it is told, and what it is told together with. */
export interface NotificationSource {
  readonly people: readonly number[];
  readonly key: NotificationKey;
  readonly kind: NotificationKind;
  /** What has the same comes into one item as long as that is unread, */
  readonly fold: string;
  /** and not older than so many hours. */
  readonly collapseHours: number;
  readonly actor: number;
  /** The event that tells it, once for each person. */
  readonly event: number;
}

/** Where links of what is told lead. */
export const originOf = ({ origin }: Pick<Context, 'origin'>): string | null =>
  origin === '' ? null : origin;

/** People in one event: more is another job's. */
const peopleOfEvent = 50;

/** Tells sockets of people how their lists stand: at once, and to other servers through the outbox. */
export const broadcastLists = async (
  context: Context,
  lists: readonly ListNumbers[],
): Promise<void> => {
  for (let at = 0; at < lists.length; at += peopleOfEvent)
    await emit(context, 'notifications_changed', { lists: lists.slice(at, at + peopleOfEvent) });
  for (const message of listBroadcasts(lists)) broadcast(context, message);
};

const reachOf = (row: RecipientRow) => ({
  zone: row.zone ?? 'UTC',
  quiet:
    row.quiet_from === null || row.quiet_until === null
      ? null
      : { from: row.quiet_from, until: row.quiet_until },
  mailFrequency: row.mail_frequency,
  hasDevice: row.has_device,
  hasAddress: row.has_address,
});

const plansFor = (
  name: NotificationKey,
  row: RecipientRow,
  defaults: readonly DefaultRow[],
  now: Date,
): readonly Plan[] => {
  const said = new SaidOf(defaults, row.choices);
  return platforms.map((platform) => planOf(platform, said.of(name, platform), reachOf(row), now));
};

/** Leads a job to what waits, once for all who have the same time. */
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
  for (const { platform, dueAt, people } of byTime.values())
    for (let at = 0; at < people.length; at += peopleOfEvent)
      await emit(
        context,
        'notification_due',
        { people: people.slice(at, at + peopleOfEvent), platform },
        dueAt > now ? dueAt : null,
      );
};

/** Somebody to be told of something new, and when a push may come at the earliest. */
export interface Fresh extends Pick<NewItem, 'user' | 'fold' | 'actors' | 'conversation'> {
  readonly pushFrom?: Date;
}

const pushedFrom = (plan: Plan, { pushFrom }: Fresh): Plan =>
  pushFrom !== undefined &&
  plan.platform === 'mobile' &&
  plan.dueAt !== null &&
  plan.dueAt < pushFrom
    ? { ...plan, dueAt: pushFrom }
    : plan;

/**
 * Writes new items and their delivery logs into lists that are held, and leads to what is to be pushed and mailed. `besides`: lists
 * that have changed otherwise, and how many items they show more.
 */
export const writeItems = async (
  context: Context,
  { key: name, kind }: Pick<NotificationSource, 'key' | 'kind'>,
  fresh: readonly Fresh[],
  besides: readonly { user: number; added: number }[] = [],
): Promise<void> => {
  const { db, school, clock } = context;
  const now = clock.now();
  const users = [...new Set(fresh.map(({ user }) => user))];
  const category = globalName(partsOf(name).category);
  const [defaults, recipients] = await Promise.all([
    selectDefaults(db, name),
    users.length === 0 ? [] : selectRecipients(db, users, { key: name, category, group: 0 }),
  ]);
  const plansOf = new Map(recipients.map((row) => [row.id, plansFor(name, row, defaults, now)]));
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
  if (items.length > 0)
    await insertItems(db, school.school_id, { key: name, group: 0, kind, now }, items);
  const added = new Map<number, number>();
  const count = (user: number, n: number) => added.set(user, (added.get(user) ?? 0) + n);
  for (const { user, added: n } of besides) count(user, n);
  for (const { user, isListed } of items) count(user, isListed ? 1 : 0);
  if (added.size === 0) return;
  const lists = await updateCounters(
    db,
    [...added].map(([user, count]) => ({ user, added: count })),
  );
  await callForDue(context, items);
  await broadcastLists(context, lists);
};

/**
 * Tells people what happened. However often and at however many places it runs at once for one event, each person has it once:
 * their list is held, and the event noted.
 */
export const notify = async (context: Context, source: NotificationSource): Promise<void> => {
  const { db, school, clock } = context;
  const now = clock.now();
  await lockLists(db, school.school_id, source.people, originOf(context));
  const people = await insertSources(db, school.school_id, source.event, source.people, now);
  if (people.length === 0) return;
  const { fold: collapseKey, actor } = source;
  const open = await selectOpen(db, people, collapseKey);
  const isAged = ({ created_at: created }: OpenRow) =>
    minutesAfter(created, source.collapseHours * 60) <= now;
  const ids = (rows: readonly OpenRow[]) => rows.map(({ id }) => id);
  if (open.some(isAged)) await updateClosed(db, ids(open.filter(isAged)));
  const young = open.filter((row) => !isAged(row));
  // Somebody more is news, which is pushed and mailed; who asks again is none.
  const known = young.filter(({ actors }) => actors.includes(actor));
  const joined = young.filter(({ actors }) => !actors.includes(actor));
  if (known.length > 0) await updateCollapsed(db, ids(known), actor, now);
  const replaced = joined.length === 0 ? [] : await updateReplaced(db, ids(joined), now);
  const isKnown = new Set(known.map(({ user_id: user }) => user));
  const fresh = people
    .filter((user) => !isKnown.has(user))
    .map((user) => ({
      user,
      fold: collapseKey,
      actors: [actor, ...(joined.find((row) => row.user_id === user)?.actors ?? [])],
      conversation: null,
    }));
  await writeItems(context, source, fresh, [
    ...known.map(({ user_id: user }) => ({ user, added: 0 })),
    ...replaced,
  ]);
};

/** Takes somebody out of what is open in a person's list, because it was answered (`read`) or is no longer so (`deleted`). */
export const takeOut = async (
  context: Context,
  user: number,
  actor: number,
  collapseKeys: readonly string[],
  how: 'read' | 'deleted',
): Promise<void> => {
  await lockLists(context.db, context.school.school_id, [user], null);
  const lists = await updateWithout(context.db, user, actor, collapseKeys, {
    how,
    now: context.clock.now(),
  });
  if (lists.length > 0) await broadcastLists(context, lists);
};

/** Moves what waits for a person to the times that hold now. */
export const moveWaiting = async (
  context: Context,
  user: number,
  settings: SettingsRow,
): Promise<void> => {
  const now = context.clock.now();
  const zone = settings.zone ?? 'UTC';
  const { quiet_from: from, quiet_until: until } = settings;
  const quiet = quietUntil(zone, from === null || until === null ? null : { from, until }, now);
  const email = nextMail(zone, settings.mail_frequency, now);
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
