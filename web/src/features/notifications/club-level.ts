import { platforms } from '#contract/notifications/keys.ts';
import type { PreferenceRow, Preferences } from '#contract/notifications/settings.endpoints.ts';

/** A member's notification level for a club. */
export const clubLevels = ['all', 'news', 'none'] as const;
export type ClubLevel = (typeof clubLevels)[number];

type ClubKeys = Preferences['groups'][number]['keys'];
type Choice = Partial<Record<(typeof platforms)[number], 'yes' | 'no'>>;

const newsKey = 'postsOnNews';

const isIncluded = (key: string, level: ClubLevel): boolean =>
  level === 'all' || (level === 'news' && key === newsKey);

/** The platforms on which the member decides. The school decides on the others. */
const openPlatforms = (row: PreferenceRow) =>
  platforms.filter((platform) => row[platform].rule !== 'locked');

const isOn = (row: PreferenceRow): boolean =>
  openPlatforms(row).some((platform) => row[platform].value === 'yes');

/** Returns the level that the settings amount to, or null if they are a mix. */
export const levelOf = (keys: ClubKeys): ClubLevel | null =>
  clubLevels.find((level) =>
    Object.entries(keys).every(
      ([key, row]) => openPlatforms(row).length === 0 || isOn(row) === isIncluded(key, level),
    ),
  ) ?? null;

/**
 * Returns the settings to change for a level, by key. Included notifications come in the app, and elsewhere by default; the school’s
 * locked settings stay.
 */
export const choicesFor = (
  keys: ClubKeys,
  level: ClubLevel,
): readonly (readonly [string, Choice])[] =>
  Object.entries(keys).flatMap(([key, row]) => {
    const choice: Choice = {};
    for (const platform of openPlatforms(row)) {
      const { value, byDefault } = row[platform];
      const wanted = !isIncluded(key, level) ? 'no' : platform === 'in_app' ? 'yes' : byDefault;
      if (value !== wanted) choice[platform] = wanted;
    }
    return Object.keys(choice).length === 0 ? [] : [[key, choice] as const];
  });
