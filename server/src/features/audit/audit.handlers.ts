import { listAudit } from '#contract/audit/endpoints.ts';
import { handle } from '../../kernel/handle.ts';
import { idOf } from '../../kernel/sql.ts';
import { selectEntries } from './audit.queries.ts';
import { entryView } from './audit.views.ts';

export const auditHandlers = [
  handle(listAudit, async ({ db }, input) => {
    const person = input.person === undefined ? null : idOf(input.person);
    const rows = await selectEntries(db, input.before ?? null, input.size, person);
    const broken = rows.filter((row) => !row.fits).map((row) => row.number);
    return {
      entries: rows.map(entryView),
      brokenAt: broken.length === 0 ? null : Math.min(...broken),
    };
  }),
];
