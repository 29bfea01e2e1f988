import { relationshipOf, isThere, type Viewer } from '../people/people.rules.ts';
import type { ReportableRow } from './safety.queries.ts';

/**
 * May the viewer report this person? Whom they see, blocks aside: who blocks first must not escape, and the answer must not
 * tell that they did. And whom they have blocked themselves, whatever became of that person since.
 */
export const canReport = (viewer: Viewer, subject: ReportableRow, connect: boolean): boolean =>
  subject.id !== viewer.userId &&
  (subject.is_blocked ||
    (!subject.is_disabled && isThere(subject, relationshipOf(viewer, subject, connect))));
