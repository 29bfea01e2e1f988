import type { MergeCounts } from '../../kernel/database/merge-rows.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { instantText } from '../../kernel/time/local-time.ts';
import { TimeError, type TimeErrorCode } from '../../kernel/time/time-error.ts';
import { boundsOf, listedSeries } from '../events/import/listed-times.ts';
import { mergeEvents } from '../events/import/merge-events.queries.ts';
import {
  analyzeStagedEvents,
  createStagedEvents,
  selectEventProblems,
  selectStagedTimes,
  seriesColumns,
  startColumns,
  type EventColumn,
  type StagedRow,
  type StagedTimes,
} from '../events/import/staged-events.queries.ts';
import { eventFields } from './event-fields.ts';
import { problemsMax } from './problems.ts';
import { stageFile, type ImportContext } from './reading.ts';

/** The changes to events by an import, if it had this file. */
export interface EventCounts {
  readonly events?: MergeCounts;
}

/** The columns of the file, or null if there is no valid file. */
export type StagedEventColumns = readonly EventColumn[] | null;

/** Rows whose times are computed together. A series can have thousands of times. */
const batch = 200;

/** The column that has the problem, by the error of a time. */
const columnOf = (code: TimeErrorCode): string =>
  code === 'zone_unknown'
    ? 'timeZone'
    : code.startsWith('rule_')
      ? 'rrule'
      : code === 'occurrence_unknown' || code === 'exceptions_too_many'
        ? 'except'
        : code === 'time_order' || code === 'time_length'
          ? 'end'
          : 'start';

const workOut = (row: StagedTimes): { series: StagedRow; starts: StagedRow[] } => {
  if (row.ends === null)
    throw new TimeError('time_order', 'An event that has a start needs an end.');
  if (row.zone === null) throw new TimeError('zone_unknown', 'A new event needs a time zone.');
  const { series, isDates } = listedSeries({
    starts: row.starts,
    ends: row.ends,
    zone: row.zone,
    rule: row.rule,
    exceptions: row.exceptions ?? [],
    moved: row.moved ?? [],
    dates: row.dates ?? [],
  });
  const { times, startsAt, endsAt } = boundsOf(series);
  return {
    series: [row.line, JSON.stringify(series), isDates, startsAt, endsAt],
    starts: times.map((one) => [
      row.line,
      instantText(one.startsAt),
      instantText(one.endsAt),
      one.original,
    ]),
  };
};

/** Computes the times of staged events, in batches. */
const stageTimes = async ({ bulk, problems, signal }: ImportContext): Promise<void> => {
  const report = problems.report('events.csv');
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const rows = await selectStagedTimes(bulk.db, after, batch);
    const last = rows.at(-1);
    if (last === undefined) return;
    const worked = rows.flatMap((row) => {
      try {
        return [workOut(row)];
      } catch (error) {
        if (!(error instanceof TimeError)) throw error;
        report({ line: row.line, column: columnOf(error.code), reason: error.message });
        return [];
      }
    });
    await bulk.copyInto(
      'staged_event_series',
      seriesColumns,
      worked.map(({ series }) => series),
    );
    await bulk.copyInto(
      'staged_event_starts',
      startColumns,
      worked.flatMap(({ starts }) => starts),
    );
    after = last.line;
  }
};

/** Streams events.csv into its staging table and checks it. People and clubs are staged before. */
export const stageEvents = async (reading: ImportContext): Promise<StagedEventColumns> => {
  const { bulk, problems } = reading;
  await createStagedEvents(bulk.db);
  const sheet = await stageFile(reading, 'events.csv', 'staged_events', {
    fields: eventFields,
    key: ['code'],
  });
  if (sheet === null) return null;
  const columns = sheet.filter((column) => column !== 'code');
  await analyzeStagedEvents(bulk.db, columns);
  const found = await selectEventProblems(bulk.db, columns, problemsMax);
  problems.add('events.csv', found.problems, found.total);
  await stageTimes(reading);
  return columns;
};

/** Merges the staged rows. */
export const mergeStagedEvents = async (
  db: Db,
  school: SchoolId,
  columns: StagedEventColumns,
  now: Date,
): Promise<EventCounts> =>
  columns === null ? {} : { events: await mergeEvents(db, school, columns, now) };
