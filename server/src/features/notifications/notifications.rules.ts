import type { PreferenceGroup } from '#contract/notifications/declaring.ts';
import type { DeliveryDefaults } from '#contract/notifications/defaults.ts';
import {
  categoryOf,
  keysOf,
  notificationKeys,
  type MailFrequency,
  type NotificationCategory,
  type NotificationKey,
  type Platform,
} from '#contract/notifications/keys.ts';
import type {
  DeliveryReason,
  DeliveryState,
  NotificationRule,
} from '#contract/notifications/endpoints.ts';
import { nextMail, quietUntil, type QuietHours } from './local-times.ts';

/** The school's setting for a key on a platform. */
export interface SchoolRule {
  readonly isOn: boolean;
  readonly isLocked: boolean;
}

/** All settings that decide whether a person gets a key on a platform. Null means not set. */
export interface StoredPreference {
  readonly byDefault: boolean;
  readonly school: SchoolRule | null;
  /** The switch for the whole category. */
  readonly isCategoryOn: boolean;
  readonly own: boolean | null;
}

/**
 * Returns the first value in this order: the school's lock, the category's switch, the person's choice, the school's
 * default, the product's default.
 */
export const decide = ({
  byDefault,
  school,
  isCategoryOn,
  own,
}: StoredPreference): { isOn: boolean; rule: NotificationRule } => {
  if (school?.isLocked === true) return { isOn: school.isOn, rule: 'locked' };
  if (!isCategoryOn) return { isOn: false, rule: 'global' };
  if (own !== null) return { isOn: own, rule: 'own' };
  return school === null
    ? { isOn: byDefault, rule: 'default' }
    : { isOn: school.isOn, rule: 'school' };
};

/** The channels and quiet hours of a person for notifications outside the app. */
export interface DeliveryChannels {
  readonly zone: string;
  readonly quiet: QuietHours | null;
  readonly mailFrequency: MailFrequency;
  readonly hasDevice: boolean;
  readonly hasAddress: boolean;
}

/** A row for the delivery log. */
export interface Plan {
  readonly platform: Platform;
  readonly rule: NotificationRule;
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  readonly dueAt: Date | null;
}

/** Returns how to deliver a notification on a platform. */
export const planOf = (
  platform: Platform,
  preference: StoredPreference,
  reach: DeliveryChannels,
  now: Date,
): Plan => {
  const { isOn, rule } = decide(preference);
  const skipped = (reason: DeliveryReason): Plan => ({
    platform,
    rule,
    state: 'skipped',
    reason,
    dueAt: null,
  });
  if (!isOn) return skipped('off');
  if (platform === 'in_app') return { platform, rule, state: 'sent', reason: null, dueAt: null };
  if (platform === 'mobile') {
    if (!reach.hasDevice) return skipped('no_device');
    const until = quietUntil(reach.zone, reach.quiet, now);
    return {
      platform,
      rule,
      state: 'waiting',
      reason: until === null ? null : 'quiet',
      dueAt: until ?? now,
    };
  }
  if (!reach.hasAddress) return skipped('no_address');
  return {
    platform,
    rule,
    state: 'waiting',
    reason: 'digest',
    dueAt: nextMail(reach.zone, reach.mailFrequency, now),
  };
};

/** Returns the parts of a key's full name. */
export const partsOf = (
  name: NotificationKey,
): { place: PreferenceGroup; key: string; category: NotificationCategory } => {
  const [place = '', key = ''] = name.split('.');
  // The type of the name guarantees the prefix.
  return { place: place as PreferenceGroup, key, category: categoryOf(place as PreferenceGroup) };
};

/** Returns the full name of a key of the preferences. Null if there is no such key. */
export const nameOf = (place: PreferenceGroup, key: string): NotificationKey | null =>
  // The check makes this a key of that group.
  (keysOf[place] as readonly string[]).includes(key)
    ? (`${place}.${key}` as NotificationKey)
    : null;

export const globalName = (category: NotificationCategory): string => `global.${category}`;

const declaredOf = (name: NotificationKey): DeliveryDefaults | undefined => {
  const { place, key } = partsOf(name);
  const keys: Readonly<Record<string, DeliveryDefaults>> = notificationKeys[place];
  return keys[key];
};

/** Returns the product's default for a key on a platform. */
export const defaultOf = (name: NotificationKey, platform: Platform): boolean =>
  declaredOf(name)?.[platform] ?? false;

/** Returns whether notifications with a key are always delivered in the app. */
export const isRequired = (name: NotificationKey): boolean => declaredOf(name)?.isRequired === true;

/** Minutes before each retry of an email or push. After the last one, the delivery fails. */
export const pauses = [1, 5, 15, 60, 240] as const;
/** Minutes for which a claim on a delivery is valid. After that, it counts as lost with its server. */
export const claimMinutes = 10;
/** Hours after its creation in which similar events are collapsed into an unread notification. Messages are collapsed until they are read. */
export const collapseHours = 12;
/** Maximum number of notifications that are pushed individually. More are pushed as one. */
export const pushedSingly = 3;
/** Maximum number of notifications in an email. The email counts the others. */
export const mailedSingly = 20;

export const minutesAfter = (from: Date, minutes: number): Date =>
  new Date(from.getTime() + minutes * 60_000);
