import { relationshipOf, isVisiblePerson, type Viewer } from '../people/people.rules.ts';
import type { ReportableRow } from './safety.queries.ts';

/**
 * Returns whether the viewer can report this person: if they could see them without blocks, because a block must not
 * prevent a report or be revealed by the response. Viewers can always report people that they have blocked.
 */
export const canReport = (viewer: Viewer, subject: ReportableRow, connect: boolean): boolean =>
  subject.id !== viewer.userId &&
  (subject.is_blocked ||
    (!subject.is_disabled && isVisiblePerson(subject, relationshipOf(viewer, subject, connect))));
