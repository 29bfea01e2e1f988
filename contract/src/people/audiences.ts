/**
 * Who sees which field of a profile. No zod here: the browser imports these at run time.
 */

/** From widest to narrowest: everyone at the school, the person's connections, the person alone (and admins). */
export const audiences = ['everyone', 'connections', 'me'] as const;
export type Audience = (typeof audiences)[number];

/**
 * Fields of a profile that have an audience of their own, in the order of the profile. The database numbers them by this
 * order (field_number()), so the list only grows at its end. Name, picture and account type are how people know each other
 * and are shown wherever the person is. `work`: company and title; `place`: city, state, zip code and country.
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

/** What a school says of a field: the audience of people who chose none, and whether they may choose. */
export interface FieldRule {
  readonly audience: Audience;
  readonly isLocked: boolean;
}
export type FieldRules = Readonly<Partial<Record<ProfileField, FieldRule>>>;

/** A field the school says nothing of is for everyone until the person chooses. */
export const openRule: FieldRule = { audience: 'everyone', isLocked: false };

/** Fields a private profile (visitableProfile: no) still shows to everyone, as the product text's card has them. */
export const alwaysListed: readonly ProfileField[] = ['genderPronoun', 'yearOfGraduation', 'major'];
