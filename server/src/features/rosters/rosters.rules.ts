import type { MemberColumn } from '../people/import/import.queries.ts';

/** Account types by role, in lowercase. A person who administers the school's records gets no role here. */
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

/** For a school's own roles, and for people without one. */
export const otherAccountType = 'Other';

/** People with this role have the view of an adviser. */
export const adviserRole = 'counselor';

/** The columns of roster_users for each value of a person, except values that follow from the role and the status. */
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
