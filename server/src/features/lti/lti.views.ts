import type { LtiRoster } from '#contract/lti/endpoints.ts';
import { rosterProblems } from '#contract/lti/kinds.ts';
import type { ContextRow } from './lti.queries.ts';

/** Returns the title of a course of a platform. */
export const titleOf = ({
  title,
  label,
  context,
}: Pick<ContextRow, 'title' | 'label' | 'context'>) => title || label || context;

/** When its roster was last read, and the result. */
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
