import type { MemberColumn } from '../people/import/import.queries.ts';

/** Account types by role, in small letters. That somebody administers the school's records gives them no office here. */
export const accountTypes: Readonly<Record<string, string>> = {
  student: 'Student',
  teacher: 'Faculty',
  faculty: 'Faculty',
  administrator: 'Staff',
  aide: 'Staff',
  counselor: 'Staff',
  districtadministrator: 'Staff',
  principal: 'Staff',
  proctor: 'Staff',
  siteadministrator: 'Staff',
  systemadministrator: 'Staff',
  guardian: 'Family',
  parent: 'Family',
  relative: 'Family',
};

/** Of roles a school made up, and of people without one. */
export const otherAccountType = 'Other';

/** Who has this role sees as an adviser sees. */
export const adviserRole = 'counselor';

/** Where what the roster says of somebody stands among the columns of roster_users, but for what follows from the role and the state. */
export const memberSources: Readonly<
  Record<Exclude<MemberColumn, 'account_type' | 'is_disabled'>, readonly string[]>
> = {
  username: ['username'],
  email: ['email'],
  first_name: ['preferred_given_name', 'given_name'],
  last_name: ['preferred_family_name', 'family_name'],
  gender_pronoun: ['pronouns'],
  phone_home: ['phone'],
  phone_mobile: ['sms'],
  is_advisor: ['is_advisor'],
};
