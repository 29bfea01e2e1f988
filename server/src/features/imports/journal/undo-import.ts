import { undoDays } from '#contract/imports/limits.ts';
import { record } from '../../../kernel/security/audit.ts';
import { inBulkTransaction } from '../../../kernel/database/bulk.ts';
import { inTransaction, type Pool } from '../../../kernel/database/database.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import {
  archiveImported,
  reverseImported,
  selectEntryBlockers,
} from '../../budgets/import/undo-ledger.queries.ts';
import { lockUndoneClubs, selectNewPositions } from '../../clubs/import/merge-clubs.queries.ts';
import { rebuildStarts, selectRegisteredSince } from '../../events/import/merge-events.queries.ts';
import { endInvitationsOfUndone } from '../../passwords/invitations/invitations.queries.ts';
import { lockImport } from '../imports.queries.ts';
import { isPastUndo } from './journal.rules.ts';
import { ImportRefused } from '../problems.ts';
import { actorOf, type StoreOptions } from '../storing.ts';
import {
  createUndone,
  restoreRows,
  selectChangesSince,
  selectImports,
  selectLaterChanges,
  selectTracesOfAdded,
  updateImportUndone,
  type ImportRecord,
  type UndoBlocker,
} from './journal.queries.ts';

/** Lists the school's imports, newest first. */
export const listImports = (pool: Pool, school: SchoolId): Promise<ImportRecord[]> =>
  inTransaction(pool, { school, readOnly: true }, (db) => selectImports(db));

/** The number of rows that undoing changed. */
export interface UndoResult {
  readonly removed: number;
  readonly restored: number;
}

const about = ({ rows, examples }: Omit<UndoBlocker, 'what'>): string =>
  `${rows === 1 ? '1 row' : `${rows} rows`}: ${examples.join(', ')}${rows > examples.length ? ', …' : ''}`;

/** Throws with all reasons, one sentence on each line. */
const refuse = (id: number, reasons: readonly string[]): void => {
  if (reasons.length > 0)
    throw new ImportRefused(
      [`Import ${id} cannot be undone; nothing was changed.`, ...reasons].join('\n'),
    );
};

/**
 * Undoes an import in one transaction: added rows are deleted, changed rows get their previous values. Throws if a later import or a person
 * has changed the same rows since, or if people it added have started to use the campus.
 */
export const undoImport = (
  pool: Pool,
  school: SchoolId,
  id: number,
  now: Date,
  { by, onStored }: Pick<StoreOptions, 'by' | 'onStored'> = {},
): Promise<UndoResult> =>
  inBulkTransaction(pool, async ({ db, enter }) => {
    await enter(school);
    await lockImport(db, school);
    const found = (await selectImports(db)).find((one) => one.id === id);
    if (found === undefined) throw new ImportRefused(`The school has no import ${id}.`);
    if (found.undoneAt !== null) throw new ImportRefused(`Import ${id} is undone already.`);
    if (isPastUndo(found, now))
      throw new ImportRefused(
        `Import ${id} is older than ${undoDays} days; what stood before it is forgotten.`,
      );
    await createUndone(db, id);
    await lockUndoneClubs(db);
    const later = await selectLaterChanges(db, id);
    refuse(
      id,
      later.map(
        (one) =>
          `Import ${one.id} changed ${one.what} since as well; undo it first (${about(one)}).`,
      ),
    );
    await endInvitationsOfUndone(db);
    refuse(id, [
      ...[
        ...(await selectChangesSince(db)),
        ...(await selectNewPositions(db)),
        ...(await selectRegisteredSince(db)),
        ...(await selectEntryBlockers(db, id)),
      ].map((one) => `${one.what} was changed since by somebody else (${about(one)}).`),
      ...(await selectTracesOfAdded(db)).map(
        (one) => `${one.of} it added would take rows of ${one.what} with them (${about(one)}).`,
      ),
    ]);
    const reversed = await reverseImported(db, school, id, { by: by ?? null, now });
    await archiveImported(db, now);
    const rows = await restoreRows(db);
    const undone = { ...rows, removed: rows.removed + reversed };
    await rebuildStarts(db, school);
    await updateImportUndone(db, id, now);
    const what = { import: id, source: found.source, ...undone };
    await record({ db, clock: { now: () => now }, actor: actorOf(by) }, 'import_undone', what);
    await insertEvent(db, school, by ?? null, 'import_undone', { import: id });
    await onStored?.(db, { id, report: undone });
    return undone;
  });
