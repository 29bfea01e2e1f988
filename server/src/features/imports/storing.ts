import { record } from '../../kernel/security/audit.ts';
import { vacuumTables } from '../../kernel/database/bulk.ts';
import type { Db, Pool } from '../../kernel/database/database.ts';
import { insertEvent } from '../../kernel/jobs/outbox.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { finishImport, insertImport, type Counts } from './journal/journal.queries.ts';

/** Options for storing an import, and what else happens in the same transaction. */
export interface StoreOptions {
  /** Name of the folder or zip file, if it differs from the path. */
  readonly source?: string;
  /** The admin who started it, or undefined for the operator. */
  readonly by?: number | undefined;
  /** The confirmed number of accounts that it can disable. */
  readonly disableUpTo?: number | undefined;
  /** The last step of the transaction. If it throws, the import is rolled back. */
  readonly onStored?: (
    db: Db,
    stored: { readonly id: number | null; readonly report: unknown },
  ) => Promise<void>;
}

export const actorOf = (by: number | undefined) =>
  by === undefined ? ({ kind: 'import' } as const) : ({ kind: 'job', userId: by } as const);

/**
 * Starts the journal, runs the import, and writes one entry to the activity log. Returns the id of the import, or null if it changed nothing.
 */
export const storeWithJournal = async <T extends { readonly counts: Counts }>(
  db: Db,
  school: SchoolId,
  { at, source, format, by }: { at: Date; source: string; format: string; by: number | undefined },
  work: () => Promise<T>,
): Promise<T & { id: number | null }> => {
  const begun = await insertImport(db, school, { at, source, format, by });
  const result = await work();
  const id = await finishImport(db, begun, result.counts);
  if (id !== null)
    await record({ db, clock: { now: () => at }, actor: actorOf(by) }, 'import_stored', {
      import: id,
      source,
      format,
      counts: result.counts,
    });
  if (id !== null) await insertEvent(db, school, by ?? null, 'import_stored', { import: id });
  return { ...result, id };
};

/** From this number of people, connections and memberships, queries are slow until the tables have been analyzed. */
const manyRows = 1_000;

/** Analyzes and vacuums the tables after a large import, so that lists, search and counts are fast from the first call. */
export const optimizeTables = async (
  pool: Pool,
  {
    isStored,
    ...counts
  }: {
    readonly isStored: boolean;
    readonly people: RowCounts;
    readonly connections?: RowCounts;
    readonly clubMembers?: RowCounts;
    readonly events?: RowCounts;
    readonly sectionMembers?: RowCounts;
    readonly charges?: RowCounts;
    readonly payments?: RowCounts;
    readonly clubTransactions?: RowCounts;
  },
): Promise<void> => {
  const written = [
    counts.people,
    counts.connections,
    counts.clubMembers,
    counts.events,
    counts.sectionMembers,
    counts.charges,
    counts.payments,
    counts.clubTransactions,
  ].reduce((sum, one) => sum + (one?.added ?? 0) + (one?.changed ?? 0), 0);
  if (!isStored || written < manyRows) return;
  // The import is stored. If this fails, the automatic vacuum does it a little later.
  await vacuumTables(pool, [
    'users',
    'user_words',
    'user_facets',
    'facet_counts',
    'name_checkpoints',
    'word_deletions',
    'connections',
    ...(counts.clubMembers === undefined ? [] : ['clubs', 'club_members', 'role_grants']),
    ...(counts.events === undefined ? [] : ['events', 'event_starts', 'event_words']),
    ...(counts.sectionMembers === undefined
      ? []
      : ['terms', 'courses', 'course_sections', 'section_meetings', 'section_members']),
    ...(counts.charges === undefined && counts.payments === undefined
      ? []
      : ['finance_accounts', 'finance_transactions']),
    ...(counts.clubTransactions === undefined
      ? []
      : ['club_accounts', 'club_account_balances', 'ledger_entries', 'ledger_postings']),
  ]).catch(() => undefined);
};

interface RowCounts {
  readonly added: number;
  readonly changed: number;
}
