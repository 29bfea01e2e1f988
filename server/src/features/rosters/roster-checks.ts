import type { Db } from '../../kernel/database/database.ts';
import { problemsMax, type Problems } from '../imports/problems.ts';
import { fileOf, kinds, type Field, type Kind, type KindName, type Version } from './kinds.ts';
import { deleteErased } from './erasure/erasure.queries.ts';
import { selectCollisions, selectUsersWithoutRole } from './members/members.queries.ts';
import {
  countActive,
  deleteOrphanDemographics,
  deleteStale,
  hasAny,
  selectRowProblems,
  selectSelfNamed,
  selectUnknownIds,
  selectWrongYears,
  type IdReference,
  type RowProblems,
} from './rosters.queries.ts';
import type { StagedFile } from './staged-file.ts';

/** The input of checks across rows. */
export interface CheckInput {
  readonly db: Db;
  readonly version: Version;
  readonly staged: readonly StagedFile[];
  readonly problems: Problems;
  readonly notes: Problems;
}

const add = (to: Problems, kind: Kind, { problems, total }: RowProblems): void =>
  to.add(fileOf(kind.name), problems, total);

/**
 * Returns where the ids of a file's rows can be found. Null if that is unknown, because the file is unreadable or the
 * school has never had one.
 */
const findReferenced = async (
  { db, staged }: CheckInput,
  name: KindName,
): Promise<IdReference | 'unreadable' | 'unknown'> => {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) return 'unknown';
  const file = staged.find((one) => one.kind.name === name);
  if (file === undefined)
    return (await hasAny(db, kind)) ? { kind, isStaged: false, isStored: true } : 'unknown';
  if (file.fields === null) return 'unreadable';
  // Rows that are missing from a bulk file end, so only the rows in the file count.
  return { kind, isStaged: true, isStored: file.mode === 'delta' };
};

const checkIds = async (checked: CheckInput, { kind }: StagedFile, field: Field): Promise<void> => {
  const { db, problems, notes } = checked;
  if (field.names === undefined) return;
  const named = await findReferenced(checked, field.names.kind);
  if (named === 'unreadable') return;
  if (named === 'unknown') {
    const file = fileOf(field.names.kind);
    add(notes, kind, {
      problems: [
        {
          line: 1,
          column: field.name,
          reason: `was not checked: the school has never had a ${file}`,
        },
      ],
      total: 1,
    });
    return;
  }
  add(
    field.names.isLoose === true ? notes : problems,
    kind,
    await selectUnknownIds(db, kind, field, named, problemsMax),
  );
  if (field.names.kind === kind.name)
    add(notes, kind, await selectSelfNamed(db, kind, field, problemsMax));
  if (field.name === 'schoolYearSourcedId')
    add(notes, kind, await selectWrongYears(db, kind, named, problemsMax));
};

/** A bulk file without rows, such as from a failed export, would end everything. */
const checkEmpty = async (
  { db, problems }: CheckInput,
  { kind, mode, rows }: StagedFile,
): Promise<void> => {
  const active = mode === 'bulk' && rows === 0 ? await countActive(db, kind) : 0;
  if (active > 0)
    add(problems, kind, {
      problems: [
        {
          line: 1,
          column: '',
          reason: `has no rows, and as a bulk file it would end all ${active} existing ones`,
        },
      ],
      total: 1,
    });
};

const checkPeople = async (
  checked: CheckInput,
  users: StagedFile,
  fields: readonly Field[],
): Promise<void> => {
  const { db, version, staged, problems, notes } = checked;
  const hasEmail = fields.some(({ name }) => name === 'email');
  add(problems, users.kind, await selectCollisions(db, hasEmail, problemsMax));
  if (version !== '1.2') return;
  const roles = staged.find(({ kind }) => kind.name === 'roles');
  const sources = { isStaged: roles !== undefined, isStored: roles?.mode !== 'bulk' };
  add(notes, users.kind, await selectUsersWithoutRole(db, sources, problemsMax));
};

/** Reports all problems that involve several rows, and deletes rows that are skipped. */
export const checkRoster = async (checked: CheckInput): Promise<void> => {
  const { db, staged, problems, notes } = checked;
  for (const file of staged) {
    const { kind, mode, fields } = file;
    if (fields === null) continue;
    add(notes, kind, await deleteErased(db, kind, problemsMax));
    if (mode === 'delta') add(notes, kind, await deleteStale(db, kind, problemsMax));
    await checkEmpty(checked, file);
    add(problems, kind, await selectRowProblems(db, kind, fields, problemsMax));
    for (const field of fields) await checkIds(checked, file, field);
    if (kind.name === 'users') await checkPeople(checked, file, fields);
    if (kind.name !== 'demographics') continue;
    const users = await findReferenced(checked, 'users');
    if (typeof users !== 'string')
      add(notes, kind, await deleteOrphanDemographics(db, kind, users, problemsMax));
  }
};
