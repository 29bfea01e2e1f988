import type { PreferenceGroup } from '#contract/notifications/declaring.ts';
import {
  keysOf,
  notificationCategories,
  platforms,
  type NotificationCategory,
  type NotificationKey,
  type Platform,
} from '#contract/notifications/keys.ts';
import type {
  DeliverySettings,
  PreferenceRow,
  Preferences,
  SchoolNotifications,
} from '#contract/notifications/settings.endpoints.ts';
import {
  decide,
  defaultOf,
  globalName,
  isRequired,
  nameOf,
  partsOf,
  type StoredPreference,
} from '../notifications.rules.ts';
import type { ChoiceRow, DefaultRow, SettingsRow } from './preferences.queries.ts';

const yesNo = (isYes: boolean) => (isYes ? 'yes' : 'no');

/** The notification settings that apply to one person. */
export class PreferenceLookup {
  readonly #defaults: ReadonlyMap<string, DefaultRow>;
  readonly #choices: ReadonlyMap<string, boolean>;

  constructor(defaults: readonly DefaultRow[], choices: readonly ChoiceRow[]) {
    this.#defaults = new Map(defaults.map((row) => [`${row.key} ${row.platform}`, row]));
    this.#choices = new Map(
      choices.map((row) => [`${row.key} ${row.group_id} ${row.platform}`, row.is_on]),
    );
  }

  isCategoryOn(category: NotificationCategory, platform: Platform): boolean {
    return this.#choices.get(`${globalName(category)} 0 ${platform}`) ?? true;
  }

  /**
   * Returns the settings for a key on a platform. `group` is the id of the club, 0 for none. People choose the keys of
   * members and officers per club, and all others once. Choices and school settings don't apply to required keys.
   */
  of(name: NotificationKey, platform: Platform, group = 0): StoredPreference {
    const { place, category } = partsOf(name);
    const isCategoryOn = this.isCategoryOn(category, platform);
    if (isRequired(name))
      return {
        byDefault: defaultOf(name, platform),
        school: null,
        isCategoryOn: platform === 'in_app' || isCategoryOn,
        own: null,
      };
    const chosenFor = place === 'member' || place === 'officer' ? group : 0;
    const school = this.#defaults.get(`${name} ${platform}`);
    return {
      byDefault: defaultOf(name, platform),
      school: school === undefined ? null : { isOn: school.is_on, isLocked: school.is_locked },
      isCategoryOn,
      own: this.#choices.get(`${name} ${chosenFor} ${platform}`) ?? null,
    };
  }
}

/** Returns the values of one key. They ignore the category's switch, which is shown separately. */
const rowOf = (lookup: PreferenceLookup, name: NotificationKey, group: number): PreferenceRow => {
  const cell = (platform: Platform) => {
    const of = lookup.of(name, platform, group);
    const { isOn, rule } = decide({ ...of, isCategoryOn: true });
    return {
      value: yesNo(isOn),
      // The rule is only "global" if the category is off.
      rule: rule === 'global' ? 'default' : rule,
      byDefault: yesNo(of.school?.isOn ?? of.byDefault),
      isEffective: decide(of).isOn,
    } as const;
  };
  return { in_app: cell('in_app'), mobile: cell('mobile'), email: cell('email') };
};

const rowsOf = <P extends PreferenceGroup>(lookup: PreferenceLookup, place: P, group: number) =>
  Object.fromEntries(
    keysOf[place].flatMap((key) => {
      const name = nameOf(place, key);
      return name === null ? [] : [[key, rowOf(lookup, name, group)]];
    }),
  );

/** A club of a person, with their role. */
export interface GroupRole {
  readonly id: number;
  readonly name: string;
  readonly role: 'member' | 'officer';
}

/** Returns all preferences. */
export const preferencesView = (
  lookup: PreferenceLookup,
  groups: readonly GroupRole[],
): Preferences => ({
  global: Object.fromEntries(
    notificationCategories.map((category) => [
      category,
      Object.fromEntries(
        platforms.map((platform) => [
          platform,
          lookup.isCategoryOn(category, platform) ? 'enabled' : 'disabled',
        ]),
      ),
    ]),
    // The lists contain every category and platform, and `fromEntries` loses that type.
  ) as Preferences['global'],
  academic: rowsOf(lookup, 'academic', 0) as Preferences['academic'],
  general: rowsOf(lookup, 'general', 0) as Preferences['general'],
  groups: groups.map(({ id, name, role }) => ({
    groupId: String(id),
    name,
    role,
    keys: rowsOf(lookup, role, id),
  })),
});

/** Returns the school's setting for every key. */
export const schoolView = (defaults: readonly DefaultRow[]): SchoolNotifications => {
  const set = new Map(defaults.map((row) => [`${row.key} ${row.platform}`, row]));
  const cell = (name: NotificationKey, platform: Platform) => {
    const row = set.get(`${name} ${platform}`);
    return {
      value: yesNo(row?.is_on ?? defaultOf(name, platform)),
      isOwn: row !== undefined,
      isLocked: row?.is_locked ?? false,
    };
  };
  const rows = (place: PreferenceGroup) =>
    Object.fromEntries(
      keysOf[place].flatMap((key) => {
        const name = nameOf(place, key);
        return name === null
          ? []
          : [
              [
                key,
                Object.fromEntries(platforms.map((platform) => [platform, cell(name, platform)])),
              ],
            ];
      }),
    );
  // The cast has the same reason as the one above.
  return {
    academic: rows('academic'),
    general: rows('general'),
    member: rows('member'),
    officer: rows('officer'),
  } as SchoolNotifications;
};

/** Returns a person's settings in the format of the API. */
export const settingsView = (row: SettingsRow): DeliverySettings => ({
  zone: row.time_zone,
  quietHours:
    row.quiet_from === null || row.quiet_until === null
      ? null
      : { from: row.quiet_from, until: row.quiet_until },
  mailFrequency: row.email_frequency,
  hidesText: row.hides_text,
});
