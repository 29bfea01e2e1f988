/** Audiences of profile fields. This file doesn't import zod because the browser uses it at run time. */

/** From widest to narrowest: everyone at the school, the person's connections, or only the person (and admins). */
export const audiences = ['everyone', 'connections', 'me'] as const;
export type Audience = (typeof audiences)[number];

/**
 * Profile fields with an audience, in the order of the profile. The database numbers them by this order (field_number()), so new
 * fields go at the end. Name, picture and account type have no audience: they identify people and are always shown. `work`:
 * company and title; `place`: city, state, zip code and country.
 */
export const profileFields = [
  'genderPronoun',
  'yearOfGraduation',
  'major',
  'bio',
  'languages',
  'work',
  'lookingFor',
  'industries',
  'interests',
  'sports',
  'email',
  'phoneWork',
  'phoneHome',
  'phoneMobile',
  'place',
  'currentAddress',
] as const;
export type ProfileField = (typeof profileFields)[number];

/** A school's rule for a field: the default audience, and `isLocked` if people can't change it. */
export interface FieldRule {
  readonly audience: Audience;
  readonly isLocked: boolean;
}
export type FieldRules = Readonly<Partial<Record<ProfileField, FieldRule>>>;

/** The rule for fields without a rule of the school: everyone, until the person chooses. */
export const openRule: FieldRule = { audience: 'everyone', isLocked: false };

/** Fields that a private profile (visitableProfile: no) still shows to everyone, as on the product text's card. */
export const alwaysListed: readonly ProfileField[] = ['genderPronoun', 'yearOfGraduation', 'major'];
