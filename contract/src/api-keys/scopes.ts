/**
 * What a key of a school may be for: `provisioning` manages people (SCIM), `embed` signs people in inside frames, `finance.write`
 * imports charges, payments and holds.
 */
export const schoolScopes = ['provisioning', 'embed', 'finance.write'] as const;
export type SchoolScope = (typeof schoolScopes)[number];

/** What a person's own key may do as them, in the calls of API v1 that are open to keys. */
export const personalScopes = ['read', 'write'] as const;
export type PersonalScope = (typeof personalScopes)[number];

export type Scope = SchoolScope | PersonalScope;

/** How each key begins, so that scanners of leaked secrets know it. */
export const keyPrefix = 'commons_key_';

/** The longest life of a key that expires, in days. */
export const keyDaysMax = 365;
