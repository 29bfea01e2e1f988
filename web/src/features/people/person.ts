import type { Face, User } from '#contract/people/endpoints.ts';
import type { School } from '#contract/schools/endpoints.ts';
import { paths } from '../../paths.ts';

/** Returns the displayed full name. Some people have only one name. */
export const nameOf = ({ firstName, lastName }: Pick<Face, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Returns type, year and major in one line, which distinguishes people with the same name. */
export const lineOf = ({
  accountType,
  yearOfGraduation,
  major,
}: Pick<User, 'accountType' | 'yearOfGraduation' | 'major'>): string =>
  [accountType, yearOfGraduation, major].filter(Boolean).join(' • ');

/** Returns pronouns, account type and year, separated by a bullet (CARD-03). */
export const identityOf = ({
  genderPronoun,
  accountType,
  yearOfGraduation,
}: Pick<User, 'genderPronoun' | 'accountType' | 'yearOfGraduation'>): string =>
  [genderPronoun, accountType, yearOfGraduation].filter(Boolean).join(' • ');

/** Returns whether the name links to the full profile: if it can be visited, or connect is off (CARD-02). */
export const isNameLinked = (
  person: Pick<User, 'visitableProfile'>,
  school: Pick<School, 'config'>,
): boolean => person.visitableProfile || !school.config.connect;

/** Returns an address as text. Commas within its parts are sent as [[SEP]] (CARD-08). */
export const addressText = (address: string): string => address.replaceAll('[[SEP]]', ',');

/** Returns city, zip code, state and country joined by commas, or null if all are empty. */
export const locationOf = ({
  city,
  zipcode,
  state,
  country,
}: Partial<Pick<User, 'city' | 'zipcode' | 'state' | 'country'>>): string | null =>
  [city, zipcode, state, country].filter(Boolean).join(', ') || null;

/** Returns the location of a person's full profile for `<Link>`. */
export const profileLink = (uid: string) => ({ to: paths.profile, search: { uid } }) as const;
