import type { AcademicWork } from '#contract/courses/endpoints.ts';

/** Returns an open assignment worth 10 points. */
export const someWork = (id: string, more: Partial<AcademicWork> = {}): AcademicWork => ({
  id,
  kind: 'assignment',
  title: `Work ${id}`,
  course: { id: '1', number: 'CHEM 101', title: 'Chemistry' },
  part: null,
  counts: true,
  progress: null,
  dueAt: null,
  points: 10,
  minutes: null,
  attempts: null,
  url: null,
  state: 'todo',
  isLate: false,
  score: null,
  label: null,
  comment: null,
  submittedAt: null,
  gradedAt: null,
  isNew: false,
  ...more,
});
