/** Maximum people per action, characters of a reason, and exports per hour. */
export const peopleAdminLimits = { people: 100, reason: 500, exports: 60 } as const;

/**
 * The states of an account. `new`: the person hasn’t signed in yet. `deactivated`: an import or the identity provider turned the
 * account off; `suspended`: an admin did.
 */
export const accountStates = ['active', 'new', 'suspended', 'deactivated'] as const;
export type AccountState = (typeof accountStates)[number];

/** The orders of the list of people. */
export const peopleSorts = ['name', 'username', 'seen', 'added'] as const;
export type PeopleSort = (typeof peopleSorts)[number];

/** Days that the overview’s figures cover, and weeks in its chart. */
export const overviewDays = 7;
export const overviewWeeks = 16;
