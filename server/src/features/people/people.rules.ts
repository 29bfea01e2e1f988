import type { ConnectionStatus } from '#contract/people/endpoints.ts';
import type { Choice, Relationship } from './privacy/privacy.rules.ts';

/** Who looks. */
export interface Viewer {
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly isAdviser: boolean;
}

/** What the rules need to know of the person looked at. */
export interface Subject extends Choice {
  readonly id: number;
  readonly requested_by: number | null;
  readonly is_accepted: boolean | null;
}

/** Connection status as the viewer sees it. With the connect feature off there is none, whatever is stored. */
export const statusFor = (viewer: Viewer, subject: Subject, connect: boolean): ConnectionStatus => {
  if (subject.id === viewer.userId) return -1;
  if (!connect || subject.is_accepted === null) return 0;
  if (subject.is_accepted) return 1;
  return subject.requested_by === viewer.userId ? 2 : 3;
};

/** How close the viewer stands to a person. A connection counts while the school has connections on: accepting was the consent. */
export const relationshipOf = (
  viewer: Viewer,
  subject: Pick<Subject, 'id' | 'is_accepted'>,
  connect: boolean,
): Relationship => {
  if (subject.id === viewer.userId || viewer.isAdmin) return 'full';
  return viewer.isAdviser || (connect && subject.is_accepted === true) ? 'known' : 'stranger';
};

/** Does the person exist for a stranger? One whose directory information is held does not, but for whom they have asked or who asked them. */
export const isThere = (
  subject: Pick<Subject, 'has_hold' | 'requested_by'>,
  relationship: Relationship,
): boolean => !subject.has_hold || relationship !== 'stranger' || subject.requested_by !== null;

/** May the viewer open the profile? An open one anybody; a private or held one those who stand close. */
export const canVisit = (
  subject: Pick<Subject, 'is_listed' | 'has_hold'>,
  relationship: Relationship,
): boolean => (subject.is_listed && !subject.has_hold) || relationship !== 'stranger';

/** May the viewer change this profile? */
export const canEdit = (viewer: Viewer, subject: Pick<Subject, 'id'>): boolean =>
  subject.id === viewer.userId;

/** Does the Message button belong here? With connections: to connected people. Without: to everyone but oneself. */
export const canMessage = (viewer: Viewer, subject: Subject, connect: boolean): boolean =>
  subject.id !== viewer.userId && (!connect || subject.is_accepted === true);

// A map: labels come from a school's files, and may be called like what every object has (`constructor`).
const kinds = new Map<string, 'student' | 'faculty' | 'staff' | 'alumni'>([
  ['Student', 'student'],
  ['Graduate Student', 'student'],
  ['Faculty', 'faculty'],
  ['Staff', 'staff'],
  ['Alumni', 'alumni'],
]);

/** The coarse kind behind an account type's label. */
export const accountKind = (
  accountType: string,
): 'student' | 'faculty' | 'staff' | 'alumni' | 'other' => kinds.get(accountType) ?? 'other';
