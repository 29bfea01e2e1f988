import type { Face, User } from '#contract/people/endpoints.ts';
import type { School } from '#contract/schools/endpoints.ts';
import { paths } from '../../paths.ts';

/** Full name as shown; people with one name have one. */
export const nameOf = ({ firstName, lastName }: Pick<Face, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Type, year and major in one line: what tells two people of one name apart. */
export const lineOf = ({
  accountType,
  yearOfGraduation,
  major,
}: Pick<User, 'accountType' | 'yearOfGraduation' | 'major'>): string =>
  [accountType, yearOfGraduation, major].filter(Boolean).join(' • ');

/** Pronoun, account type and year, separated by a bullet (CARD-03). */
export const identityOf = ({
  genderPronoun,
  accountType,
  yearOfGraduation,
}: Pick<User, 'genderPronoun' | 'accountType' | 'yearOfGraduation'>): string =>
  [genderPronoun, accountType, yearOfGraduation].filter(Boolean).join(' • ');

/** The name leads to the full profile when it may be visited, or when connect is off (CARD-02). */
export const isNameLinked = (
  person: Pick<User, 'visitableProfile'>,
  school: Pick<School, 'config'>,
): boolean => person.visitableProfile || !school.config.connect;

/** An address as people write it: inside its parts a comma travels as [[SEP]] (CARD-08). */
export const addressText = (address: string): string => address.replaceAll('[[SEP]]', ',');

/** City, zipcode, state and country joined by commas; null when none is known. */
export const locationOf = ({
  city,
  zipcode,
  state,
  country,
}: Partial<Pick<User, 'city' | 'zipcode' | 'state' | 'country'>>): string | null =>
  [city, zipcode, state, country].filter(Boolean).join(', ') || null;

/** Where a person's full profile stands, for `<Link>`. */
export const profileLink = (uid: string) => ({ to: paths.profile, search: { uid } }) as const;
