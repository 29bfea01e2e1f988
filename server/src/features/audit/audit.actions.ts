import type { listAudit } from '#contract/audit.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { type Context } from '../../kernel/context.ts';
import { selectEntries } from './audit.queries.ts';
import { entryView } from './audit.views.ts';

/** A window of the school's audit log, newest first. */
export const readAudit = async (
  context: Context,
  input: HandlerInput<typeof listAudit>,
): Promise<Reply<typeof listAudit>> => {
  const rows = await selectEntries(context.db, input.before ?? null, input.size);
  const broken = rows.filter((row) => !row.fits).map((row) => row.number);
  return {
    entries: rows.map(entryView),
    brokenAt: broken.length === 0 ? null : Math.min(...broken),
  };
};
