import { record } from '../../../kernel/security/audit.ts';
import type { Context } from '../../../kernel/context.ts';
import type { PersonRow } from '../people.queries.ts';
import { readAsStaff, type ViewContext, type ViewDepth } from '../people.views.ts';

/** Records that an advisor or admin is about to see fields that aren't visible to everyone. */
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
