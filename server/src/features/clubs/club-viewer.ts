import type { Scope } from '../../kernel/context.ts';
import { viewContextOf } from '../people/people.views.ts';
import { visibilityOf, type VisibilityScope } from '../people/privacy/privacy.queries.ts';

/** The person who looks at clubs. */
export interface ClubViewer {
  readonly visibility: VisibilityScope;
  readonly isStaff: boolean;
  readonly connect: boolean;
}

/** Returns the viewer of clubs for statements. */
export const clubViewer = (
  scope: Pick<Scope, 'actor' | 'school'>,
  isStaff: boolean,
): ClubViewer => {
  const { viewer, connect, rules } = viewContextOf(scope);
  return { visibility: visibilityOf(viewer, connect, rules), isStaff, connect };
};
