import { keyPlaces, type KeyPlace } from '#contract/notifications/declaring.ts';
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

/** What the school has said of a key on a platform. */
export interface SchoolRule {
  readonly isOn: boolean;
  readonly isLocked: boolean;
}

/** Everything that decides whether a key reaches somebody on a platform; null: nothing was said. */
export interface Said {
  readonly byDefault: boolean;
  readonly school: SchoolRule | null;
  /** The switch of the whole category. */
  readonly isCategoryOn: boolean;
  readonly own: boolean | null;
}

/** The first that says anything decides: the school's lock, the category's switch, the person, the school, the product. */
export const decide = ({
  byDefault,
  school,
  isCategoryOn,
  own,
}: Said): { isOn: boolean; rule: NotificationRule } => {
  if (school?.isLocked === true) return { isOn: school.isOn, rule: 'locked' };
  if (!isCategoryOn) return { isOn: false, rule: 'global' };
  if (own !== null) return { isOn: own, rule: 'own' };
  return school === null
    ? { isOn: byDefault, rule: 'default' }
    : { isOn: school.isOn, rule: 'school' };
};

/** How somebody is reached outside of the app. */
export interface Reach {
  readonly zone: string;
  readonly quiet: QuietHours | null;
  readonly mailFrequency: MailFrequency;
  readonly hasDevice: boolean;
  readonly hasAddress: boolean;
}

/** A row of the delivery log to be. */
export interface Plan {
  readonly platform: Platform;
  readonly rule: NotificationRule;
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  readonly dueAt: Date | null;
}

/** What is to become of a notification on a platform. */
export const planOf = (platform: Platform, said: Said, reach: Reach, now: Date): Plan => {
  const { isOn, rule } = decide(said);
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

/** The parts of a key's one name. */
export const partsOf = (
  name: NotificationKey,
): { place: KeyPlace; key: string; category: NotificationCategory } => {
  const [place = '', key = ''] = name.split('.');
  // The name's type says that it begins with a place.
  return { place: place as KeyPlace, key, category: categoryOf(place as KeyPlace) };
};

/** The one name of a key; null where there is no such key. */
export const nameOf = (place: KeyPlace, key: string): NotificationKey | null =>
  // What is in the list of the place is a key of it.
  (keysOf[place] as readonly string[]).includes(key)
    ? (`${place}.${key}` as NotificationKey)
    : null;

export const globalName = (category: NotificationCategory): string => `global.${category}`;

/** What the product itself says of a key on a platform. */
export const defaultOf = (name: NotificationKey, platform: Platform): boolean => {
  const { place, key } = partsOf(name);
  const keys: Readonly<Record<string, Readonly<Record<Platform, boolean>>>> =
    notificationKeys[place];
  return keys[key]?.[platform] ?? false;
};

/** Every key by its one name. */
export const allNames: readonly NotificationKey[] = keyPlaces.flatMap((place) =>
  keysOf[place].flatMap((key) => nameOf(place, key) ?? []),
);

/** Minutes until a mail or push that was put off is tried again, by how often it was; after the last it is given up. */
export const pauses = [1, 5, 15, 60, 240] as const;
/** Minutes after which what was taken in hand and has not gone counts as lost with its server. */
export const claimMinutes = 10;
/** Hours in which what is alike comes into one notification as long as it is unread; messages do until they are read. */
export const collapseHours = 12;
/** Notifications that are pushed one by one; more come as one push. */
export const pushedSingly = 3;
/** Notifications that a mail tells singly; of the rest it says how many. */
export const mailedSingly = 20;

export const minutesAfter = (from: Date, minutes: number): Date =>
  new Date(from.getTime() + minutes * 60_000);
