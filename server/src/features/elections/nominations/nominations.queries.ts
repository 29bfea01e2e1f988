import { sql } from 'kysely';
import type { NominationState } from '#contract/elections/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first } from '../../../kernel/sql.ts';

export interface NominationRow {
  readonly id: number;
  readonly state: NominationState;
}

/** Stores a nomination. Returns undefined if the person is already nominated for the contest. */
export const insertNomination = (
  db: Db,
  school: SchoolId,
  it: {
    readonly contest: number;
    readonly person: number;
    readonly by: number;
    readonly clientId: string;
    readonly statement: string;
    readonly state: NominationState;
    readonly now: Date;
  },
): Promise<NominationRow | undefined> =>
  first(
    db,
    sql<NominationRow>`insert into election_candidates (school_id, contest_id, position, user_id, statement, state, proposed_by, client_id, created_at)
      values (${school}, ${it.contest}, (select coalesce(max(x.position), -1) + 1 from election_candidates x where x.school_id = ${school} and x.contest_id = ${it.contest}),
        ${it.person}, ${it.statement}, ${it.state}, ${it.by}, ${it.clientId}::uuid, ${it.now})
      on conflict do nothing returning id, state`,
  );

/** Returns the nomination of a person for a contest, with the id that its author's client chose. */
export const selectNominationOf = (db: Db, contest: number, person: number) =>
  first(
    db,
    sql<
      NominationRow & { client_id: string | null; proposed_by: number | null }
    >`select id, state, client_id, proposed_by from election_candidates where contest_id = ${contest} and user_id = ${person}`,
  );

/** Locks and returns a person's own nomination, with its election. */
export const lockOwnNomination = (db: Db, id: number, person: number) =>
  first(
    db,
    sql<
      NominationRow & { election_id: number }
    >`select x.id, x.state, k.election_id from election_candidates x join election_contests k on k.school_id = x.school_id and k.id = x.contest_id
      where x.id = ${id} and x.user_id = ${person} for no key update of x`,
  );

export const updateNomination = async (
  db: Db,
  id: number,
  columns: {
    readonly state: NominationState;
    readonly statement?: string;
    readonly video_url?: string | null;
  },
): Promise<void> => {
  await db.updateTable('election_candidates').set(columns).where('id', '=', id).execute();
};
