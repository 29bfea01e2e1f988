import { notificationFilters } from '../lists/notification-filters.ts';
import { notificationKeys as featureKeys } from '../lists/notification-keys.ts';
import { notificationKinds as declaredKinds } from '../lists/notification-kinds.ts';
import {
  preferenceGroups,
  type PreferenceGroup,
  type LinkedItem,
  type NotificationFilters,
  type NotificationKeys,
  type NotificationLink,
} from './declaring.ts';
import type { DeliveryDefaults } from './defaults.ts';
import type { NotificationFilter } from './filters.ts';

/** Platforms that notifications are delivered on. `mobile`: web push, on phones and computers. */
export const platforms = ['in_app', 'mobile', 'email'] as const;
export type Platform = (typeof platforms)[number];

export const notificationCategories = ['academic', 'general', 'groups'] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

type Declared = (typeof featureKeys)[keyof typeof featureKeys];
type KeysIn<D, P extends PreferenceGroup> =
  D extends Readonly<Record<P, infer Keys>> ? keyof Keys & string : never;
type KeysOf<P extends PreferenceGroup> = KeysIn<Declared, P>;
type ChosenIn<D, P extends PreferenceGroup> =
  D extends Readonly<Record<P, infer Keys>>
    ? {
        [K in keyof Keys]: Keys[K] extends { readonly isRequired: true } ? never : K;
      }[keyof Keys] &
        string
    : never;
/** The keys that people can choose. */
type ChosenOf<P extends PreferenceGroup> = ChosenIn<Declared, P>;
export type AcademicKey = ChosenOf<'academic'>;
export type GeneralKey = ChosenOf<'general'>;
export type MemberKey = ChosenOf<'member'>;
export type OfficerKey = ChosenOf<'officer'>;

/** A key with its place: the single name of a key. */
export type NotificationKey = { [P in PreferenceGroup]: `${P}.${KeysOf<P>}` }[PreferenceGroup];

type KeysByPlace = {
  readonly [P in PreferenceGroup]: Readonly<Record<KeysOf<P>, DeliveryDefaults>>;
};

/** Merges the keys that features declare, in the order of the product text, which is that of ASCII. */
const merge = (declared: readonly NotificationKeys[]): KeysByPlace =>
  Object.fromEntries(
    preferenceGroups.map((place) => [
      place,
      Object.fromEntries(
        declared
          .flatMap((keys) => Object.entries(keys[place] ?? {}))
          .toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ),
    ]),
  ) as unknown as KeysByPlace;

/** All keys with their defaults, by place. */
export const notificationKeys = merge(Object.values(featureKeys));

const names = <P extends PreferenceGroup>(place: P) =>
  Object.entries<DeliveryDefaults>(notificationKeys[place]).flatMap(([key, { isRequired }]) =>
    isRequired === true ? [] : [key],
  ) as [ChosenOf<P>, ...ChosenOf<P>[]];
/** The keys of the preferences, by place, in the order of the product text. */
export const keysOf: {
  readonly [P in PreferenceGroup]: readonly [ChosenOf<P>, ...ChosenOf<P>[]];
} = {
  academic: names('academic'),
  general: names('general'),
  member: names('member'),
  officer: names('officer'),
};

/** All keys with their places. */
export const firingKeys = preferenceGroups.flatMap((place) =>
  Object.keys(notificationKeys[place]).map((key) => `${place}.${key}`),
) as [NotificationKey, ...NotificationKey[]];

export const categoryOf = (place: PreferenceGroup): NotificationCategory =>
  place === 'academic' || place === 'general' ? place : 'groups';

/** The kinds of notifications. Each kind has its sentence in the messages of its feature. */
export type NotificationKind = keyof typeof declaredKinds;
export const notificationKinds = Object.keys(declaredKinds) as [
  NotificationKind,
  ...NotificationKind[],
];

const filters: readonly NotificationFilters<Readonly<Record<NotificationKind, unknown>>>[] =
  Object.values(notificationFilters);

/** Returns the kinds that a filter shows. */
export const kindsOfFilter = (
  filter: Exclude<NotificationFilter, 'unread'>,
): readonly NotificationKind[] => filters.flatMap((declared) => declared[filter] ?? []);

/** Email frequency: immediately, or combined. */
export const mailFrequencies = ['instant', 'hourly', 'daily', 'weekly'] as const;
export type MailFrequency = (typeof mailFrequencies)[number];

/** Local hour for daily digests, and for weekly ones on Mondays. */
export const digestHour = 8;

const links: Readonly<Record<NotificationKind, NotificationLink | null>> = declaredKinds;

/** Returns the path in the app that a notification opens. */
export const notificationPath = (
  item: LinkedItem & {
    readonly kind: NotificationKind;
    readonly about: { readonly path: string } | null;
  },
): string => item.about?.path ?? links[item.kind]?.(item) ?? '/';

/** Maximum IDs in one call, and maximum notifications that it marks. */
export const idsMax = 1_000;
/** Items in one `changes` answer. Clients that are further behind read the list again. */
export const itemChangesMax = 200;
/** Maximum devices of one person. */
export const devicesMax = 20;
/** Days until notifications are removed, and days in which deleted ones can be restored. */
export const retentionDays = { items: 90, deleted: 30 } as const;
