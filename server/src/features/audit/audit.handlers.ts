import { exportAudit, listAudit } from '#contract/audit/endpoints.ts';
import { auditLimits as limits } from '#contract/audit/limits.ts';
import { auditKinds, isAuditKind } from '#contract/audit-kinds.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { handle } from '../../kernel/handle.ts';
import { record } from '../../kernel/security/audit.ts';
import { idOf } from '../../kernel/sql.ts';
import { csvText } from '../forms/results/csv-text.ts';
import type { PersonSummaryRow } from '../people/summary/summary.queries.ts';
import { selectEntries, type AuditFilter, type AuditRow } from './audit.queries.ts';
import { entryView } from './audit.views.ts';

const filterOf = ({
  person,
  kind,
  act,
  search,
  from,
  until,
}: HandlerInput<typeof exportAudit>): AuditFilter => {
  const acts = kind !== undefined && isAuditKind(kind) ? auditKinds[kind] : null;
  return {
    person: person === undefined ? undefined : idOf(person),
    kind,
    act: act === undefined || acts === null ? undefined : { by: acts.by, value: act },
    search: search?.trim(),
    from: from === undefined ? undefined : new Date(from),
    until: until === undefined ? undefined : new Date(until),
  };
};

const nameOf = ({ first_name: first, last_name: last }: PersonSummaryRow): string =>
  `${first} ${last}`.trim();

/** Returns the cells of an entry. The details are JSON, because each type has its own. */
const cellsOf = (row: AuditRow): (string | number)[] => {
  const { people: _people, person: _person, fields, ...detail } = row.detail;
  return [
    row.number,
    row.at.toISOString(),
    row.actor === null ? '' : nameOf(row.actor),
    row.kind,
    row.people.map(nameOf).join('; '),
    Array.isArray(fields) ? fields.join('; ') : '',
    JSON.stringify(detail),
  ];
};

export const auditHandlers = [
  handle(listAudit, async ({ db }, { before, size, ...filter }) => {
    const { rows, next } = await selectEntries(db, before ?? null, size, filterOf(filter));
    const broken = rows.filter((row) => !row.fits).map((row) => row.number);
    return {
      entries: rows.map(entryView),
      next,
      brokenAt: broken.length === 0 ? null : Math.min(...broken),
    };
  }),

  handle(exportAudit, async (call, filter) => {
    const { rows } = await selectEntries(call.db, null, limits.exported, filterOf(filter));
    await record(call, 'activity_log_exported', { count: rows.length });
    return {
      name: 'activity-log.csv',
      csv: csvText([
        ['Entry', 'Time', 'Actor', 'Type', 'People', 'Fields', 'Details'],
        ...rows.map(cellsOf),
      ]),
    };
  }),
];
