import type { PreferenceGroup } from '#contract/notifications/declaring.ts';
import {
  idsMax,
  itemChangesMax,
  firingKeys,
  mailFrequencies,
  notificationCategories,
  type NotificationKey,
  type Platform,
} from '#contract/notifications/keys.ts';
import {
  countUnread,
  deleteNotifications,
  explainNotification,
  listNotificationChanges,
  listNotifications,
  markAllNotifications,
  markNotifications,
  restoreNotifications,
} from '#contract/notifications/endpoints.ts';
import {
  updateDeliverySettings,
  updateGlobalPreference,
  updateGroupPreference,
  updatePreference,
  updateSchoolNotifications,
  leaveNotifications,
  readCapabilities,
  readDeliverySettings,
  readPreferences,
  readSchoolNotifications,
  unsubscribeNotifications,
  type Preferences,
  type SchoolNotifications,
} from '#contract/notifications/settings.endpoints.ts';
import { type Context, memberOf } from '../../kernel/context.ts';
import { handle } from '../../kernel/handle.ts';
import { personId } from '../../kernel/ids.ts';
import { orNotFound, idOf, ok } from '../../kernel/sql.ts';
import { broadcastLists, rescheduleDeliveries } from './notify/notify.ts';
import {
  type Counters,
  selectItem,
  selectItemChanges,
  selectItems,
  selectCounters,
  updateDeleted,
  updateRead,
} from './notifications.queries.ts';
import { explanationView, itemView } from './notifications.views.ts';
import {
  selectChoices,
  selectDefaults,
  insertMailOptOut,
  selectSettings,
  upsertChoices,
  upsertDefault,
  upsertSettings,
  selectOwnClubs,
} from './preferences/preferences.queries.ts';
import {
  PreferenceLookup,
  type GroupRole,
  preferencesView,
  schoolView,
  settingsView,
} from './preferences/preferences.views.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import { pushKeys } from '../../kernel/security/push-keys.ts';
import { decryptUnsubscribe } from './mails/unsubscribe-tokens.ts';
import { globalName, nameOf } from './notifications.rules.ts';

const numbers = (ids: readonly string[]): number[] => ids.flatMap((id) => personId(id) ?? []);

/** Broadcasts the change to the caller's other devices if anything changed. */
const after = async (
  context: Context,
  { ids, counters }: { ids: readonly number[]; counters: Counters },
): Promise<Counters> => {
  if (ids.length > 0)
    await broadcastLists(context, [
      { user: memberOf(context).userId, change: counters.change, unread: counters.unread },
    ]);
  return counters;
};

/** Returns the caller's clubs, with the keys of members, and of officers if the caller is one. */
const groupsOf = async (context: Context): Promise<readonly GroupRole[]> =>
  (await selectOwnClubs(context.db, memberOf(context).userId)).flatMap(
    ({ id, name, is_officer: isOfficer }) => [
      { id, name, role: 'member' as const },
      ...(isOfficer ? [{ id, name, role: 'officer' as const }] : []),
    ],
  );

const lookupOf = async ({ db }: Context, me: number): Promise<PreferenceLookup> => {
  const [defaults, choices] = await Promise.all([selectDefaults(db, null), selectChoices(db, me)]);
  return new PreferenceLookup(defaults, choices);
};

/** Returns the caller's preferences. */
const readMatrix = async (context: Context): Promise<Preferences> => {
  const [lookup, groups] = await Promise.all([
    lookupOf(context, memberOf(context).userId),
    groupsOf(context),
  ]);
  return preferencesView(lookup, groups);
};

/**
 * Stores the caller's choice for a key if it differs from what applies anyway. Throws if the school has locked the key.
 */
const choose = async (
  context: Context,
  name: NotificationKey,
  group: number,
  chosen: Readonly<Partial<Record<Platform, 'yes' | 'no' | undefined>>>,
): Promise<Preferences> => {
  const me = memberOf(context).userId;
  const lookup = await lookupOf(context, me);
  const wishes = Object.entries(chosen) as [Platform, 'yes' | 'no' | undefined][];
  const choices = wishes.flatMap(([platform, wish]) => {
    if (wish === undefined) return [];
    const { school, byDefault } = lookup.of(name, platform, group);
    if (school?.isLocked === true) throw problem('notification_locked');
    const isOn = wish === 'yes';
    return [
      { key: name, group, platform, isOn: isOn === (school?.isOn ?? byDefault) ? null : isOn },
    ];
  });
  await upsertChoices(context.db, context.school.school_id, me, choices);
  return readMatrix(context);
};

/** Returns the school's setting for every key. */
const readDefaults = async ({ db }: Context): Promise<SchoolNotifications> =>
  schoolView(await selectDefaults(db, null));

/**
 * Unsubscribes the person in a token from notification emails. Everyone with the token can do this, and nothing else.
 */
const leave = async (context: Context, token: string): Promise<typeof ok> => {
  const user = decryptUnsubscribe(context, token);
  const keys = notificationCategories.map(globalName);
  if (user === null || !(await insertMailOptOut(context.db, context.school.school_id, user, keys)))
    throw problem('unsubscribe_invalid');
  return ok;
};

export const notificationsHandlers = [
  handle(listNotifications, async ({ db, me }, input) => {
    const { items, total, unread, change } = await selectItems(db, me.userId, input);
    return { total, unread, change, items: items.map(itemView) };
  }),

  handle(countUnread, async (call) => selectCounters(call.db, call.me.userId)),

  handle(listNotificationChanges, async ({ db, me }, { after }) => {
    const {
      items,
      unread,
      change,
      pruned_change: prunedChange,
    } = await selectItemChanges(db, me.userId, after);
    // A client with a later change than the list has has seen the list before a backup was restored.
    const isWhole = after >= prunedChange && after <= change && items.length <= itemChangesMax;
    if (!isWhole) return { isWhole, unread, change, items: [], removed: [] };
    const [here, gone] = [
      items.filter((row) => row.deleted_at === null),
      items.filter((row) => row.deleted_at !== null),
    ];
    return {
      isWhole,
      unread,
      change,
      items: here.map(itemView),
      removed: gone.map(({ id }) => String(id)),
    };
  }),

  handle(markNotifications, async (call, { ids, read }) =>
    after(call, await updateRead(call.db, call.me.userId, numbers(ids), read ? call.now : null)),
  ),

  handle(markAllNotifications, async (call) => {
    const done = await updateRead(call.db, call.me.userId, null, call.now);
    return { ...(await after(call, done)), ids: done.ids.slice(0, idsMax).map(String) };
  }),

  handle(deleteNotifications, async (call, { ids }) =>
    after(call, await updateDeleted(call.db, call.me.userId, numbers(ids), call.now)),
  ),

  handle(restoreNotifications, async (call, { ids }) =>
    after(call, await updateDeleted(call.db, call.me.userId, numbers(ids), null)),
  ),

  handle(explainNotification, async ({ db, me }, { id }) => {
    const [row, defaults, choices] = await Promise.all([
      selectItem(db, me.userId, idOf(id)),
      selectDefaults(db, null),
      selectChoices(db, me.userId),
    ]);
    return explanationView(orNotFound(row), new PreferenceLookup(defaults, choices));
  }),

  handle(readPreferences, (call) => readMatrix(call)),

  handle(updateGlobalPreference, async (call, { category, platform, status }) => {
    const isOn = status === 'enabled' ? null : false;
    await upsertChoices(call.db, call.schoolId, call.me.userId, [
      { key: globalName(category), group: 0, platform, isOn },
    ]);
    return readMatrix(call);
  }),

  handle(updatePreference, async (call, { category, key, preferences }) =>
    choose(call, orNotFound(nameOf(category, key)), 0, preferences),
  ),

  handle(updateGroupPreference, async (call, { groupId, role, key, preferences }) => {
    const name = nameOf(role, key);
    const group = (await groupsOf(call)).find(
      (one) => String(one.id) === groupId && one.role === role,
    );
    if (name === null || group === undefined) throw problem('not_found');
    return choose(call, name, group.id, preferences);
  }),

  handle(readCapabilities, async ({ pool, tokens, mail }) => {
    const { publicKey } = await pushKeys(pool, tokens);
    return {
      platforms: {
        in_app: { isOn: true },
        mobile: { isOn: true, publicKey },
        email: { isOn: mail.isFolder !== true },
      },
      keys: [...firingKeys],
      mailFrequencies: [...mailFrequencies],
    };
  }),

  handle(readDeliverySettings, async (call) =>
    settingsView(await selectSettings(call.db, call.me.userId)),
  ),

  handle(updateDeliverySettings, async (call, input) => {
    const me = call.me.userId;
    const before = await selectSettings(call.db, me);
    const { quietHours } = input;
    const after = {
      time_zone: input.zone === undefined ? before.time_zone : input.zone,
      quiet_from: quietHours === undefined ? before.quiet_from : (quietHours?.from ?? null),
      quiet_until: quietHours === undefined ? before.quiet_until : (quietHours?.until ?? null),
      email_frequency: input.mailFrequency ?? before.email_frequency,
      hides_text: input.hidesText ?? before.hides_text,
    };
    await upsertSettings(call.db, call.schoolId, me, after);
    await rescheduleDeliveries(call, me, after);
    return settingsView(after);
  }),

  handle(readSchoolNotifications, (call) => readDefaults(call)),

  handle(updateSchoolNotifications, async (call, { place, key, platform, value, isLocked }) => {
    const name = orNotFound(nameOf(place satisfies PreferenceGroup, key));
    const row = (await selectDefaults(call.db, name)).find((one) => one.platform === platform);
    const before = row === undefined ? null : { isOn: row.is_on, isLocked: row.is_locked };
    const after = value === null ? null : { isOn: value === 'yes', isLocked };
    if (before?.isOn !== after?.isOn || before?.isLocked !== after?.isLocked) {
      await upsertDefault(call.db, call.schoolId, name, platform, after);
      await record(call, 'notification_default_changed', { key: name, platform, before, after });
    }
    return readDefaults(call);
  }),

  handle(unsubscribeNotifications, (call, { token }) => leave(call, token)),
  handle(leaveNotifications, (call, { token }) => leave(call, token)),
];
