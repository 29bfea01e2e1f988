import type { MemberColumn } from '../people/import/import.queries.ts';

/** Account types by role in lowercase. A role of the school's system gives no permissions here. */
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

/** The account type for custom roles and for people without a role. */
export const otherAccountType = 'Other';

/** The role with an advisor's view. */
export const adviserRole = 'counselor';

/**
 * The columns of roster_users from which a person's columns come, except those that depend on the role and the state.
 */
export const memberSources: Readonly<
  Record<Exclude<MemberColumn, 'account_type' | 'is_deactivated'>, readonly string[]>
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
