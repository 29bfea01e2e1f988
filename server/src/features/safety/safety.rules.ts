import { relationshipOf, isThere, type Viewer } from '../people/people.rules.ts';
import type { ReportableRow } from './safety.queries.ts';

/**
 * Returns whether the viewer can report this person: anyone that they could see without blocks, because blocking first must not prevent a
 * report, and the response must not reveal the block. Also anyone that they have blocked, whatever happened to that person since.
 */
export const canReport = (viewer: Viewer, subject: ReportableRow, connect: boolean): boolean =>
  subject.id !== viewer.userId &&
  (subject.is_blocked ||
    (!subject.is_disabled && isThere(subject, relationshipOf(viewer, subject, connect))));
