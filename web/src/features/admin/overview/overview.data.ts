import { getSchoolOverview } from '#contract/admin/calls.ts';
import type { AuthenticatedUser } from '#contract/people/endpoints.ts';
import { callQuery } from '../../../lib/call.ts';

export const schoolOverview = () => callQuery(getSchoolOverview, {});

/** Returns whether a person may have tasks in the overview: they hold a school permission, teach, or work at the school. */
export const mayHaveTasks = ({ permissions, accountTypeType }: AuthenticatedUser): boolean =>
  permissions.length > 0 || accountTypeType === 'faculty' || accountTypeType === 'staff';
