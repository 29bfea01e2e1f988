import type { Bulk, BulkRow } from '../../kernel/bulk.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { createStagedConnections, mergeConnections, type Merged } from '../connections/import/import.queries.ts';
import { analyzeStagedPeople, createStagedPeople, mergePeople, type StagedColumn } from '../people/import/import.queries.ts';

type Rows = AsyncIterable<BulkRow> | Iterable<BulkRow>;

/** Streams people (line, username, then `columns`) into the school the transaction is in. They must be free of contradictions. */
export const stageAndMergePeople = async (bulk: Bulk, school: SchoolId, columns: readonly StagedColumn[], rows: Rows, now: Date): Promise<Merged> => {
  await createStagedPeople(bulk.db);
  await bulk.copyInto('staged_people', ['line', 'username', ...columns], rows);
  await analyzeStagedPeople(bulk.db);
  return mergePeople(bulk.db, school, columns, now);
};

/** Streams connections (line, a, b, whether accepted, requested when, accepted when) into the school the transaction is in. */
export const stageAndMergeConnections = async (bulk: Bulk, school: SchoolId, rows: Rows, now: Date): Promise<Merged> => {
  await createStagedConnections(bulk.db);
  await bulk.copyInto('staged_connections', ['line', 'a', 'b', 'is_accepted', 'requested_at', 'accepted_at'], rows);
  return mergeConnections(bulk.db, school, now);
};
