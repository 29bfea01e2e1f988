import type {
  Changes,
  ImportReportView,
  ImportRun,
  ImportRecordView,
  RowProblem,
} from '#contract/imports/endpoints.ts';
import type { DisabledAccounts } from '../imports/disabled-accounts.ts';
import type { ImportRecord } from '../imports/journal/journal.queries.ts';
import { isPastUndo } from '../imports/journal/journal.rules.ts';
import { faceView } from '../people/people.views.ts';
import type { RunRow } from './import-runs.queries.ts';

/** A run for admins. */
export const runView = (row: RunRow): ImportRun => ({
  id: String(row.id),
  kind: row.kind,
  state: row.state,
  source: row.source,
  by: row.by && faceView(row.by),
  beganAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  importId: row.import_id === null ? null : String(row.import_id),
  progress: row.progress && {
    ...row.progress,
    seconds: Math.max(0, (row.heartbeat_at.getTime() - row.stage_at.getTime()) / 1_000),
  },
  // Reports from before invitations lack this number.
  report: row.report && { ...row.report, invitable: row.report.invitable ?? 0 },
  invites: row.invites,
  reason: row.reason,
});

type Counted = Omit<Changes, 'what' | 'unchanged'> & { readonly unchanged?: number };

/** The properties that both readers return, and those of each. */
export interface ReaderReport {
  readonly isStored?: boolean;
  /** The id for undoing it, or null if it changed nothing. */
  readonly id?: number | null;
  readonly people: Counted & { readonly invitable?: number };
  readonly connections?: Counted;
  readonly clubs?: Counted;
  readonly clubMembers?: Counted;
  readonly clubOfficers?: Counted;
  readonly events?: Counted;
  readonly terms?: Counted;
  readonly courses?: Counted;
  readonly sections?: Counted;
  readonly meetings?: Counted;
  readonly sectionMembers?: Counted;
  readonly charges?: Counted;
  readonly payments?: Counted;
  readonly holds?: Counted;
  readonly clubAccounts?: Counted;
  readonly clubTransactions?: Counted;
  readonly pictures?: number;
  /** Rows of a roster by file. */
  readonly kinds?: Readonly<Record<string, Counted>>;
  readonly version?: string | null;
  readonly disabledAccounts: DisabledAccounts;
  readonly problems: readonly RowProblem[];
  readonly problemTotal: number;
  readonly notes?: readonly RowProblem[];
  readonly noteTotal?: number;
}

const changesOf = (what: string, { added, changed, ended, unchanged = 0 }: Counted): Changes => ({
  what,
  added,
  changed,
  ended,
  unchanged,
});

/** Lists of clubs, events, courses, finances and the ledger. */
const counted = [
  'clubs',
  'clubMembers',
  'clubOfficers',
  'events',
  'terms',
  'courses',
  'sections',
  'meetings',
  'sectionMembers',
  'charges',
  'payments',
  'holds',
  'clubAccounts',
  'clubTransactions',
] as const;

/** Returns what an import did or would do. The users of a roster are its people, so they are counted once. */
export const reportView = (report: ReaderReport, canInvite = false): ImportReportView => {
  const { users, ...kinds } = report.kinds ?? {};
  return {
    format: report.kinds === undefined ? 'campus' : `OneRoster ${report.version ?? ''}`.trim(),
    changes: [
      changesOf('people', {
        ...report.people,
        unchanged: report.people.unchanged ?? users?.unchanged ?? 0,
      }),
      ...(report.connections === undefined ? [] : [changesOf('connections', report.connections)]),
      ...counted.flatMap((what) => {
        const list = report[what];
        return list === undefined ? [] : [changesOf(what, list)];
      }),
      ...Object.entries(kinds).map(([what, counted]) => changesOf(what, counted)),
    ],
    pictures: report.pictures ?? 0,
    invitable: canInvite ? (report.people.invitable ?? 0) : 0,
    people: report.disabledAccounts,
    problems: [...report.problems],
    problemTotal: report.problemTotal,
    notes: [...(report.notes ?? [])],
    noteTotal: report.noteTotal ?? 0,
  };
};

type Face = NonNullable<RunRow['by']>;

/** An import that changed something. */
export const importRecordView = (
  stored: ImportRecord & { readonly face: Face | null },
  now: Date,
): ImportRecordView => ({
  id: String(stored.id),
  at: stored.at.toISOString(),
  by: stored.face && faceView(stored.face),
  source: stored.source,
  format: stored.format,
  changes: Object.entries(stored.counts)
    .filter(([what]) => what !== 'users')
    .map(([what, { added, changed, ended = 0 }]) => ({ what, added, changed, ended }))
    .filter(({ added, changed, ended }) => added + changed + ended > 0),
  undoneAt: stored.undoneAt?.toISOString() ?? null,
  can: { undo: stored.undoneAt === null && !isPastUndo(stored, now) },
});
