import type { DeliveryDefaults } from './defaults.ts';
import type { NotificationFilter } from './filters.ts';

/** The objects that a notification can be about. */
export const notificationTargets = ['post', 'club', 'event'] as const;
export type NotificationTargetKind = (typeof notificationTargets)[number];

/** The parts of a notification from which its link is made. */
export interface LinkedItem {
  readonly people: readonly { readonly uid: string }[];
  readonly peopleCount: number;
  readonly conversation: { readonly id: string } | null;
  readonly club: { readonly id: string } | null;
  readonly target: { readonly kind: NotificationTargetKind; readonly id: string } | null;
}

/** Returns the path in the app that a notification opens. */
export type NotificationLink = (item: LinkedItem) => string;

/**
 * The kinds of notifications that a feature sends, each with its link; null if the notification stores its path. Each kind has a
 * message `notifications.<kind>` and an icon in the feature's folder of the web app.
 */
export type NotificationKinds = Readonly<Record<string, NotificationLink | null>>;

/** A feature's kinds for each filter of the list: requests that need a response, and mentions of the person. */
export type NotificationFilters<Kinds> = {
  readonly [F in Exclude<NotificationFilter, 'unread'>]?: readonly (keyof Kinds)[];
};

/** The parts of the preferences that keys belong to. The category `groups` has a part for members and one for officers. */
export const preferenceGroups = ['academic', 'general', 'member', 'officer'] as const;
export type PreferenceGroup = (typeof preferenceGroups)[number];

/** The settings that a feature adds to the preferences (product text §3), by part, with their defaults. */
export type NotificationKeys = {
  readonly [P in PreferenceGroup]?: Readonly<Record<string, DeliveryDefaults>>;
};

/** Returns the path of the club that a notification is about, or of the list of clubs. */
export const clubPath: NotificationLink = ({ club }) =>
  club === null ? '/clubs' : `/clubs/${encodeURIComponent(club.id)}`;
