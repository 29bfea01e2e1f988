import type { NotificationKey, NotificationKind, Platform } from '#contract/notification-keys.ts';
import { platforms } from '#contract/notification-keys.ts';
import type { Context } from '../../../kernel/context.ts';
import { tell } from '../../../kernel/live.ts';
import { emit } from '../../../kernel/outbox.ts';
import { nextMail, quietUntil } from '../local-times.ts';
import { globalName, minutesAfter, partsOf, planOf, type Plan } from '../notifications.rules.ts';
import { selectDefaults, type DefaultRow, type SettingsRow } from '../preferences/preferences.queries.ts';
import { SaidOf } from '../preferences/preferences.views.ts';
import { toldOf } from './told.ts';
import {
  holdLists,
  insertItems,
  insertSources,
  selectOpen,
  selectRecipients,
  updateClosed,
  updateDueAt,
  updateFolded,
  updateMarks,
  updateWithout,
  type ListNumbers,
  type RecipientRow,
} from './ledger.queries.ts';

/** What happened, to whom it is told, and what it is told together with. */
export interface Happening {
  readonly people: readonly number[];
  readonly key: NotificationKey;
  readonly kind: NotificationKind;
  /** What has the same comes into one item as long as that is unread. */
  readonly fold: string;
  /** Hours after which it begins a new one all the same; null: never. */
  readonly foldHours: number | null;
  readonly actor: number;
  readonly conversation?: number;
  /** The event that tells it, once for each person; null where the one who calls has seen to that. */
  readonly event: number | null;
}

/** People in one event: more is another job's. */
const peopleOfEvent = 50;

/** Tells sockets of people how their lists stand: at once, and to other servers through the outbox. */
export const tellLists = async (context: Context, lists: readonly ListNumbers[]): Promise<void> => {
  for (let at = 0; at < lists.length; at += peopleOfEvent)
    await emit(context, 'notifications_changed', { lists: lists.slice(at, at + peopleOfEvent) });
  for (const told of toldOf(lists)) tell(context, told);
};

const reachOf = (row: RecipientRow) => ({
  zone: row.zone ?? 'UTC',
  quiet: row.quiet_from === null || row.quiet_until === null ? null : { from: row.quiet_from, until: row.quiet_until },
  mailFrequency: row.mail_frequency,
  hasDevice: row.has_device,
  hasAddress: row.has_address,
});

const plansFor = (name: NotificationKey, row: RecipientRow, defaults: readonly DefaultRow[], now: Date): readonly Plan[] => {
  const said = new SaidOf(defaults, row.choices);
  return platforms.map((platform) => planOf(platform, said.of(name, platform), reachOf(row), now));
};

/** Leads a job to what waits, once for all who have the same time. */
const callForDue = async (context: Context, plans: readonly { user: number; plans: readonly Plan[] }[]): Promise<void> => {
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
      await emit(context, 'notification_due', { people: people.slice(at, at + peopleOfEvent), platform }, dueAt > now ? dueAt : null);
};

/**
 * Writes what happened into the lists of people and the ledger, and leads to what is to be pushed and mailed. However often and at
 * however many places it runs at once for one event, each person has it once: their list is held, and the event noted.
 */
export const notify = async (context: Context, happening: Happening): Promise<void> => {
  const { db, school, clock } = context;
  const now = clock.now();
  const schoolId = school.school_id;
  await holdLists(db, schoolId, happening.people, context.origin === '' ? null : context.origin);
  const { event } = happening;
  const people = event === null ? happening.people : await insertSources(db, schoolId, event, happening.people, now);
  if (people.length === 0) return;
  const open = await selectOpen(db, people, happening.fold);
  const isAged = (created: Date) => happening.foldHours !== null && minutesAfter(created, happening.foldHours * 60) <= now;
  const aged = open.filter(({ created_at: created }) => isAged(created));
  const folded = open.filter(({ created_at: created }) => !isAged(created));
  if (aged.length > 0)
    await updateClosed(
      db,
      aged.map(({ id }) => id),
    );
  if (folded.length > 0)
    await updateFolded(
      db,
      folded.map(({ id }) => id),
      happening.actor,
      now,
    );
  const held = new Set(folded.map(({ user_id: user }) => user));
  const fresh = people.filter((user) => !held.has(user));
  const { place, key, category } = partsOf(happening.key);
  const defaults = await selectDefaults(db, happening.key);
  const recipients =
    fresh.length === 0 ? [] : await selectRecipients(db, fresh, { key: `${place}.${key}`, category: globalName(category), group: 0 });
  const items = recipients.map((row) => {
    const plans = plansFor(happening.key, row, defaults, now);
    return { user: row.id, isListed: plans.some(({ platform, state }) => platform === 'in_app' && state === 'sent'), plans };
  });
  const what = { key: happening.key, group: 0, kind: happening.kind, fold: happening.fold, actor: happening.actor, now };
  if (items.length > 0) await insertItems(db, schoolId, { ...what, conversation: happening.conversation ?? null }, items);
  const lists = await updateMarks(db, [
    ...folded.map(({ user_id: user }) => ({ user, added: 0 })),
    ...items.map(({ user, isListed }) => ({ user, added: isListed ? 1 : 0 })),
  ]);
  await callForDue(context, items);
  await tellLists(context, lists);
};

/** Takes somebody out of what is open in a person's list, because it was answered (`read`) or is no longer so (`deleted`). */
export const takeOut = async (
  context: Context,
  user: number,
  actor: number,
  folds: readonly string[],
  how: 'read' | 'deleted',
): Promise<void> => {
  await holdLists(context.db, context.school.school_id, [user], null);
  const lists = await updateWithout(context.db, user, actor, folds, { how, now: context.clock.now() });
  if (lists.length > 0) await tellLists(context, lists);
};

/** Moves what waits for a person to the times that hold now. */
export const moveWaiting = async (context: Context, user: number, settings: SettingsRow): Promise<void> => {
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
  if (moved.includes('mobile')) await emit(context, 'notification_due', { people: [user], platform: 'mobile' }, quiet);
  if (moved.includes('email')) await emit(context, 'notification_due', { people: [user], platform: 'email' }, email);
};
