import type { LtiRoster } from '#contract/lti/endpoints.ts';
import { rosterProblems } from '#contract/lti/kinds.ts';
import type { ContextRow } from './lti.queries.ts';

/** Returns the title of an LMS course. */
export const titleOf = ({
  title,
  label,
  context,
}: Pick<ContextRow, 'title' | 'label' | 'context'>) => title || label || context;

/** Returns the time and the result of the last roster reading. */
export const readingView = (row: ContextRow) => ({
  canRead: row.memberships_url !== null,
  readAt: row.read_at?.toISOString() ?? null,
  problem: rosterProblems.find((one) => one === row.problem) ?? null,
  listed: row.listed,
  unknown: row.unknown,
});

export const rosterView = (row: ContextRow, platform: string): LtiRoster => ({
  id: String(row.id),
  platform,
  title: titleOf(row),
  ...readingView(row),
});
