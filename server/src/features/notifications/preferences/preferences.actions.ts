import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import {
  firingKeys,
  mailFrequencies,
  notificationCategories,
  type KeyPlace,
  type NotificationKey,
  type Platform,
} from '#contract/notification-keys.ts';
import type {
  changeDeliverySettings,
  changeGlobal,
  changeGroupPreference,
  changePreference,
  changeSchoolNotifications,
  DeliverySettings,
  Preferences,
  readCapabilities,
  SchoolNotifications,
  unsubscribeNotifications,
} from '#contract/notification-settings.ts';
import { record } from '../../../kernel/security/audit.ts';
import { memberOf, type Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { pushKeys } from '../../../kernel/security/push-keys.ts';
import { unsealLeaving } from '../mails/leaving.ts';
import { moveWaiting } from '../ledger/ledger.actions.ts';
import { globalName, nameOf } from '../notifications.rules.ts';
import {
  insertMailRefusal,
  selectChoices,
  selectDefaults,
  selectSettings,
  upsertChoices,
  upsertDefault,
  upsertSettings,
} from './preferences.queries.ts';
import {
  preferencesView,
  SaidOf,
  schoolView,
  settingsView,
  type GroupRole,
} from './preferences.views.ts';

/** Groups come with clubs; until they are built nobody is in one, and their keys are nobody's to choose. */
const groupsOf = (_context: Context): readonly GroupRole[] => [];

const saidOf = async ({ db }: Context, me: number): Promise<SaidOf> => {
  const [defaults, choices] = await Promise.all([selectDefaults(db, null), selectChoices(db, me)]);
  return new SaidOf(defaults, choices);
};

/** The caller's matrix. */
export const readMatrix = async (context: Context): Promise<Preferences> =>
  preferencesView(await saidOf(context, memberOf(context).userId), groupsOf(context));

/** Keeps what the caller chooses of a key: only what departs from what holds anyway. What the school has locked is refused. */
const choose = async (
  context: Context,
  name: NotificationKey,
  group: number,
  chosen: Readonly<Partial<Record<Platform, 'yes' | 'no' | undefined>>>,
): Promise<Preferences> => {
  const me = memberOf(context).userId;
  const said = await saidOf(context, me);
  const wishes = Object.entries(chosen) as [Platform, 'yes' | 'no' | undefined][];
  const choices = wishes.flatMap(([platform, wish]) => {
    if (wish === undefined) return [];
    const { school, byDefault } = said.of(name, platform, group);
    if (school?.isLocked === true) throw problem('notification_locked');
    const isOn = wish === 'yes';
    return [
      { key: name, group, platform, isOn: isOn === (school?.isOn ?? byDefault) ? null : isOn },
    ];
  });
  await upsertChoices(context.db, context.school.school_id, me, choices);
  return readMatrix(context);
};

/** Chooses for a key of the academic or the general part. */
export const chooseForKey = async (
  context: Context,
  { category, key, preferences }: HandlerInput<typeof changePreference>,
): Promise<Preferences> => {
  memberOf(context);
  const name = nameOf(category, key);
  if (name === null) throw problem('not_found');
  return choose(context, name, 0, preferences);
};

/** Chooses for a key of a group the caller is in. */
export const chooseForGroup = async (
  context: Context,
  { groupId, role, key, preferences }: HandlerInput<typeof changeGroupPreference>,
): Promise<Preferences> => {
  memberOf(context);
  const name = nameOf(role, key);
  const group = groupsOf(context).find((one) => String(one.id) === groupId && one.role === role);
  if (name === null || group === undefined) throw problem('not_found');
  return choose(context, name, group.id, preferences);
};

/** Switches a category on a platform. */
export const chooseForCategory = async (
  context: Context,
  { category, platform, status }: HandlerInput<typeof changeGlobal>,
): Promise<Preferences> => {
  const me = memberOf(context).userId;
  const isOn = status === 'enabled' ? null : false;
  await upsertChoices(context.db, context.school.school_id, me, [
    { key: globalName(category), group: 0, platform, isOn },
  ]);
  return readMatrix(context);
};

/** What can be delivered here. */
export const readAbilities = async (context: Context): Promise<Reply<typeof readCapabilities>> => {
  memberOf(context);
  const { publicKey } = await pushKeys(context.pool, context.tokens);
  return {
    platforms: {
      in_app: { isOn: true },
      mobile: { isOn: true, publicKey },
      email: { isOn: context.mail.isFolder !== true },
    },
    keys: [...firingKeys],
    mailFrequencies: [...mailFrequencies],
  };
};

/** When and how the caller is reached. */
export const readSettings = async (context: Context): Promise<DeliverySettings> =>
  settingsView(await selectSettings(context.db, memberOf(context).userId));

/** Changes that, and moves what waits. */
export const changeSettings = async (
  context: Context,
  input: HandlerInput<typeof changeDeliverySettings>,
): Promise<DeliverySettings> => {
  const me = memberOf(context).userId;
  const before = await selectSettings(context.db, me);
  const { quietHours } = input;
  const after = {
    zone: input.zone === undefined ? before.zone : input.zone,
    quiet_from: quietHours === undefined ? before.quiet_from : (quietHours?.from ?? null),
    quiet_until: quietHours === undefined ? before.quiet_until : (quietHours?.until ?? null),
    mail_frequency: input.mailFrequency ?? before.mail_frequency,
    hides_text: input.hidesText ?? before.hides_text,
  };
  await upsertSettings(context.db, context.school.school_id, me, after);
  await moveWaiting(context, me, after);
  return settingsView(after);
};

/** What the school says of every key. */
export const readDefaults = async (context: Context): Promise<SchoolNotifications> => {
  return schoolView(await selectDefaults(context.db, null));
};

/** Says something of a key for the school. */
export const changeDefault = async (
  context: Context,
  { place, key, platform, value, isLocked }: HandlerInput<typeof changeSchoolNotifications>,
): Promise<SchoolNotifications> => {
  const name = nameOf(place satisfies KeyPlace, key);
  if (name === null) throw problem('not_found');
  const found = (await selectDefaults(context.db, name)).find((row) => row.platform === platform);
  const before = found === undefined ? null : { isOn: found.is_on, isLocked: found.is_locked };
  const after = value === null ? null : { isOn: value === 'yes', isLocked };
  if (before?.isOn !== after?.isOn || before?.isLocked !== after?.isLocked) {
    await upsertDefault(context.db, context.school.school_id, name, platform, after);
    await record(context, 'notification_default_changed', { key: name, platform, before, after });
  }
  return readDefaults(context);
};

/** Ends notifications by mail for whom a token names: whoever holds it may, and nothing else can be done with it. */
export const leaveByToken = async (
  context: Context,
  { token }: Pick<HandlerInput<typeof unsubscribeNotifications>, 'token'>,
): Promise<Reply<typeof unsubscribeNotifications>> => {
  const user = unsealLeaving(context, token);
  const keys = notificationCategories.map(globalName);
  if (user === null || !(await insertMailRefusal(context.db, context.school.school_id, user, keys)))
    throw problem('unsubscribe_invalid');
  return { ok: true };
};
