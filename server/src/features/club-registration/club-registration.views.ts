import type {
  Application,
  ApplicationRow as Listed,
} from '#contract/club-registration/endpoints.ts';
import type { Submission } from '#contract/approvals/endpoints.ts';
import { peopleOf } from '#contract/forms/form-rules.ts';
import type { Call } from '../../kernel/handle.ts';
import { idOf } from '../../kernel/sql.ts';
import { selectProcesses, type ProcessRow } from '../approvals/processes/processes.queries.ts';
import { faceView } from '../people/people.views.ts';
import { uploadView } from '../uploads/uploads.views.ts';
import * as queries from './club-registration.queries.ts';
import type { ApplicationRow, ListedRow } from './club-registration.queries.ts';
import { changesOf, currentForm, formOf } from './reading.ts';
import { selectPositionRules } from './setup/setup.queries.ts';

const named = ({ id, name }: { id: number; name: string }) => ({ id: String(id), name });

const instant = (text: string): string => new Date(text).toISOString();

export const listedView = (row: ListedRow): Listed => ({
  id: String(row.id),
  kind: row.kind,
  state: row.state,
  name: row.name,
  club: row.club && { ...named(row.club), status: row.club.status },
  window: row.window && { name: row.window.name, closesAt: instant(row.window.closes_at) },
  updatedAt: row.updated_at.toISOString(),
  asked: row.asked && named(row.asked),
});

/** Returns the reviewers of each step. Without steps, approval managers. */
const stepsOf = (process: ProcessRow | undefined): Application['steps'] => {
  const steps = process?.steps ?? [];
  if (steps.length === 0)
    return [{ name: '', reviewers: { people: [], roles: [], managers: true } }];
  return steps.map(({ name, people, role }) => ({
    name,
    reviewers: {
      people: people.map(faceView),
      roles: role === null ? [] : [role.name],
      managers: people.length === 0 && role === null,
    },
  }));
};

/** Converts a whole application for a person who can see it. */
export const applicationView = async (
  call: Call,
  row: ApplicationRow,
  submission: Submission | null,
  can: Application['can'],
): Promise<Application> => {
  const { db } = call;
  const [positions, current, files, people, changes, processes] = await Promise.all([
    selectPositionRules(db),
    currentForm(db),
    queries.selectFiles(db, row.id),
    queries.selectFaces(db, peopleOf(row.answers).map(idOf)),
    changesOf(db, row),
    selectProcesses(db, [`club_${row.kind}`]),
  ]);
  return {
    id: String(row.id),
    kind: row.kind,
    state: row.state,
    version: row.version,
    name: row.name,
    description: row.description,
    membership: row.membership,
    type: row.type_id === null ? null : String(row.type_id),
    categories: row.category_ids.map(String),
    club: row.club && { ...named(row.club), status: row.club.status },
    window: row.window && { name: row.window.name, closesAt: instant(row.window.closes_at) },
    officers: row.officers.map((one) => ({
      person: faceView(one.person),
      position: named(one.position),
      state: one.state,
      askedAt: instant(one.requested_at),
    })),
    positions: positions.map((one) => ({ ...named(one), isRequired: one.is_required })),
    removals: row.removals.map(faceView),
    isRosterConfirmed: row.is_roster_confirmed,
    form: formOf(row, current),
    answers: row.answers,
    files: files.map((file) =>
      uploadView(call, { kind: queries.applicationUploads.kind, holder: row.id }, file),
    ),
    people: people.map(faceView),
    changes,
    steps: stepsOf(processes[0]),
    submission,
    can,
  };
};
