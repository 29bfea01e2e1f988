import { exportAudit, listAudit } from '#contract/audit/endpoints.ts';
import { auditLimits as limits } from '#contract/audit/limits.ts';
import { auditKinds, isAuditKind } from '#contract/audit-kinds.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db } from '../../kernel/database/database.ts';
import { handle } from '../../kernel/handle.ts';
import { record } from '../../kernel/security/audit.ts';
import { idOf } from '../../kernel/sql.ts';
import { csvText } from '../forms/results/csv-text.ts';
import type { PersonSummaryRow } from '../people/summary/summary.queries.ts';
import { selectEntries, type AuditFilter, type AuditPage, type AuditRow } from './audit.queries.ts';
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
  const { people, person, fields, ...detail } = row.detail;
  const ids: readonly unknown[] = Array.isArray(people) ? people : [person ?? ''];
  return [
    row.number,
    row.at.toISOString(),
    row.actor === null ? '' : nameOf(row.actor),
    row.kind,
    row.people.map(nameOf).join('; '),
    // The names are only those of the first people.
    ids.map(String).join('; '),
    Array.isArray(fields) ? fields.join('; ') : '',
    JSON.stringify(detail),
  ];
};

/** Reads the entries of an export page by page, because a page of a filter can have few entries, or none. */
const readExported = async (
  db: Db,
  filter: AuditFilter,
): Promise<{ rows: readonly AuditRow[]; isTruncated: boolean }> => {
  // Reads one more entry than it returns, to find out whether the list is complete.
  const wanted = limits.exported + 1;
  const rows: AuditRow[] = [];
  let before: number | null = null;
  for (let page = 0; page < limits.exportedPages; page += 1) {
    const found: AuditPage = await selectEntries(db, before, wanted - rows.length, filter);
    rows.push(...found.rows);
    before = found.next;
    if (before === null || rows.length >= wanted) break;
  }
  return { rows: rows.slice(0, limits.exported), isTruncated: before !== null };
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
    const { rows, isTruncated } = await readExported(call.db, filterOf(filter));
    await record(call, 'activity_log_exported', {
      count: rows.length,
      ...(isTruncated && { isTruncated }),
    });
    return {
      isTruncated,
      name: 'activity-log.csv',
      csv: csvText([
        ['Entry', 'Time', 'Actor', 'Type', 'People', 'People IDs', 'Fields', 'Details'],
        ...rows.map(cellsOf),
      ]),
    };
  }),
];
