import type { ConnectionStatus } from '#contract/people.ts';

/** Who looks. */
export interface Viewer {
  readonly userId: number;
  readonly isAdmin: boolean;
}

/** What the rules need to know of the person looked at. */
export interface Subject {
  readonly id: number;
  readonly is_listed: boolean;
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

/**
 * May the viewer see the full profile? Oneself, an open profile, a connection (accepting was the owner's
 * consent; it holds while the school has connections on), and the people who run the campus.
 */
export const canVisit = (viewer: Viewer, subject: Subject, connect: boolean): boolean =>
  subject.id === viewer.userId || subject.is_listed || viewer.isAdmin || (connect && subject.is_accepted === true);

/** May the viewer change this profile? */
export const canEdit = (viewer: Viewer, subject: Pick<Subject, 'id'>): boolean => subject.id === viewer.userId;

/** Does the Message button belong here? With connections: to connected people. Without: to everyone but oneself. */
export const canMessage = (viewer: Viewer, subject: Subject, connect: boolean): boolean =>
  subject.id !== viewer.userId && (!connect || subject.is_accepted === true);

const kinds: Record<string, 'student' | 'faculty' | 'staff' | 'alumni'> = {
  Student: 'student',
  'Graduate Student': 'student',
  Faculty: 'faculty',
  Staff: 'staff',
  Alumni: 'alumni',
};

/** The coarse kind behind an account type's label. */
export const accountKind = (accountType: string): 'student' | 'faculty' | 'staff' | 'alumni' | 'other' => kinds[accountType] ?? 'other';
