/**
 * Scopes of a school's key. `provisioning` manages people (SCIM), `embed` signs people in inside frames. The others read or write
 * the data of one feature.
 */
export const schoolScopes = [
  'provisioning',
  'embed',
  'people.read',
  'clubs.read',
  'clubs.write',
  'members.read',
  'events.read',
  'events.write',
  'attendees.read',
  'courses.read',
  'courses.write',
  'finance.read',
  'finance.write',
  'record.read',
  'announcements.write',
] as const;
export type SchoolScope = (typeof schoolScopes)[number];

/** Scopes of a personal key, for the endpoints of API v1 that list them. The key acts as its owner. */
export const personalScopes = ['read', 'write'] as const;
export type PersonalScope = (typeof personalScopes)[number];

export type Scope = SchoolScope | PersonalScope;

/** Prefix of every key. Secret scanners recognize leaked keys by it. */
export const keyPrefix = 'commons_key_';

/** Maximum lifetime of a key that expires, in days. */
export const keyDaysMax = 365;
