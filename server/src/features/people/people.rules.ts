import type { ConnectionStatus } from '#contract/people/endpoints.ts';
import type { Choice, Relationship } from './privacy/privacy.rules.ts';

/** The viewer of a person. */
export interface Viewer {
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly isAdviser: boolean;
}

/** The facts about the viewed person that the rules need. */
export interface Subject extends Choice {
  readonly id: number;
  readonly requested_by: number | null;
  readonly is_accepted: boolean | null;
}

/** Returns the connection status as the viewer sees it. Always none if the school has turned connections off. */
export const statusFor = (viewer: Viewer, subject: Subject, connect: boolean): ConnectionStatus => {
  if (subject.id === viewer.userId) return -1;
  if (!connect || subject.is_accepted === null) return 0;
  if (subject.is_accepted) return 1;
  return subject.requested_by === viewer.userId ? 2 : 3;
};

/**
 * Returns the viewer's relationship to a person. Connections count while the school has connections on, because
 * accepting a request is consent.
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
 * Returns whether the viewer can find a person. If directory information is withheld, strangers can only if there is a
 * request between them.
 */
export const isVisiblePerson = (
  subject: Pick<Subject, 'has_hold' | 'requested_by'>,
  relationship: Relationship,
): boolean => !subject.has_hold || relationship !== 'stranger' || subject.requested_by !== null;

/**
 * Returns whether the viewer can open a profile. Everyone can open a public one. Only connections, advisors and admins
 * can open a private or withheld one.
 */
export const canVisit = (
  subject: Pick<Subject, 'is_listed' | 'has_hold'>,
  relationship: Relationship,
): boolean => (subject.is_listed && !subject.has_hold) || relationship !== 'stranger';

/** Returns whether the viewer can edit this profile. */
export const canEdit = (viewer: Viewer, subject: Pick<Subject, 'id'>): boolean =>
  subject.id === viewer.userId;

/**
 * Returns whether to show the Message button. With connections, only connected people see it. Without, everyone sees
 * it, except on their own profile.
 */
export const canMessage = (viewer: Viewer, subject: Subject, connect: boolean): boolean =>
  subject.id !== viewer.userId && (!connect || subject.is_accepted === true);

// A map, because a school's labels can be names of object properties (`constructor`).
const kinds = new Map<string, 'student' | 'faculty' | 'staff' | 'alumni'>([
  ['Student', 'student'],
  ['Graduate Student', 'student'],
  ['Faculty', 'faculty'],
  ['Staff', 'staff'],
  ['Alumni', 'alumni'],
]);

/** Returns the general type of an account type's label. */
export const accountKind = (
  accountType: string,
): 'student' | 'faculty' | 'staff' | 'alumni' | 'other' => kinds.get(accountType) ?? 'other';
