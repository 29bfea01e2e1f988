import type { ConnectionStatus } from '#contract/people/endpoints.ts';
import type { Choice, Relationship } from './privacy/privacy.rules.ts';

/** The person who views. */
export interface Viewer {
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly isAdviser: boolean;
}

/** The properties of the viewed person that the rules need. */
export interface Subject extends Choice {
  readonly id: number;
  readonly requested_by: number | null;
  readonly is_accepted: boolean | null;
}

/** Returns the connection status for the viewer. If the connect feature is off, there is none, whatever is stored. */
export const statusFor = (viewer: Viewer, subject: Subject, connect: boolean): ConnectionStatus => {
  if (subject.id === viewer.userId) return -1;
  if (!connect || subject.is_accepted === null) return 0;
  if (subject.is_accepted) return 1;
  return subject.requested_by === viewer.userId ? 2 : 3;
};

/**
 * Returns the viewer's relationship to a person. A connection counts while the school has connections on, because accepting it was the
 * consent.
 */
export const relationshipOf = (
  viewer: Viewer,
  subject: Pick<Subject, 'id' | 'is_accepted'>,
  connect: boolean,
): Relationship => {
  if (subject.id === viewer.userId || viewer.isAdmin) return 'full';
  return viewer.isAdviser || (connect && subject.is_accepted === true) ? 'known' : 'stranger';
};

/**
 * Returns whether a stranger can see that the person exists. People whose directory information is withheld are visible only to people with
 * a request between them.
 */
export const isThere = (
  subject: Pick<Subject, 'has_hold' | 'requested_by'>,
  relationship: Relationship,
): boolean => !subject.has_hold || relationship !== 'stranger' || subject.requested_by !== null;

/** Returns whether the viewer can open the profile. Everyone can open a public one, and only close people a private or withheld one. */
export const canVisit = (
  subject: Pick<Subject, 'is_listed' | 'has_hold'>,
  relationship: Relationship,
): boolean => (subject.is_listed && !subject.has_hold) || relationship !== 'stranger';

/** Returns whether the viewer can change this profile. */
export const canEdit = (viewer: Viewer, subject: Pick<Subject, 'id'>): boolean =>
  subject.id === viewer.userId;

/**
 * Returns whether the profile has a Message button. With connections on, connected people have it, and otherwise everyone except oneself.
 */
export const canMessage = (viewer: Viewer, subject: Subject, connect: boolean): boolean =>
  subject.id !== viewer.userId && (!connect || subject.is_accepted === true);

// A Map, because labels come from a school's files and can equal a property of every object (`constructor`).
const kinds = new Map<string, 'student' | 'faculty' | 'staff' | 'alumni'>([
  ['Student', 'student'],
  ['Graduate Student', 'student'],
  ['Faculty', 'faculty'],
  ['Staff', 'staff'],
  ['Alumni', 'alumni'],
]);

/** Returns the general kind of an account type's label. */
export const accountKind = (
  accountType: string,
): 'student' | 'faculty' | 'staff' | 'alumni' | 'other' => kinds.get(accountType) ?? 'other';
