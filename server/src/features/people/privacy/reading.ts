import { record } from '../../../kernel/security/audit.ts';
import type { Context } from '../../../kernel/context.ts';
import type { PersonRow } from '../people.queries.ts';
import { readAsStaff, type ViewContext, type ViewDepth } from '../people.views.ts';

/** Records that fields which are not for everyone are about to be shown to an adviser or to an admin. */
export const recordReading = async (
  context: Context,
  viewContext: ViewContext,
  rows: readonly PersonRow[],
  depth: ViewDepth,
): Promise<void> => {
  const { people, fields } = readAsStaff(viewContext, rows, depth);
  if (people.length > 0)
    await record(context, 'protected_read', { call: context.call, people, fields });
};
