import * as searches from '#contract/jobs/searches.endpoints.ts';
import { jobLimits } from '#contract/jobs/limits.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf, ok, orNotFound } from '../../../kernel/sql.ts';
import { selectClubState } from '../../clubs/clubs.queries.ts';
import * as queries from './searches.queries.ts';

const searchView = (row: queries.SearchRow): searches.JobSearch => ({
  id: String(row.id),
  search: row.search,
  kind: row.kind,
  club: row.club_id === null ? null : { id: String(row.club_id), name: row.club_name ?? '' },
  isPaid: row.is_paid,
  alerts: row.alerts,
});

const readSearch = async ({ db, me }: Call, id: number): Promise<searches.JobSearch> =>
  searchView(orNotFound(await queries.selectSearch(db, me.userId, id)));

export const searchesHandlers = [
  handle(searches.listJobSearches, async ({ db, me }) => ({
    items: (await queries.selectSearches(db, me.userId)).map(searchView),
  })),

  handle(searches.saveJobSearch, async (call, input) => {
    const { db, me, now, schoolId } = call;
    const club = input.club === undefined || input.club === null ? null : idOf(input.club);
    if (club !== null)
      orNotFound(await selectClubState(db, { viewer: me.userId, isStaff: false }, club));
    const max = jobLimits.searches;
    if ((await queries.selectSearches(db, me.userId)).length >= max)
      throw problem('too_many_job_searches', { max });
    const stored = orNotFound(
      await queries.insertSearch(db, {
        school: schoolId,
        person: me.userId,
        clientId: input.clientId,
        search: input.search ?? '',
        kind: input.kind ?? null,
        club,
        isPaid: input.isPaid ?? false,
        alerts: input.alerts,
        now,
      }),
    );
    return readSearch(call, stored.id);
  }),

  handle(searches.updateJobSearch, async (call, { id, alerts }) => {
    await queries.updateAlerts(call.db, {
      person: call.me.userId,
      id: idOf(id),
      alerts,
      now: call.now,
    });
    return readSearch(call, idOf(id));
  }),

  handle(searches.deleteJobSearch, async ({ db, me }, { id }) => {
    await queries.deleteSearch(db, me.userId, idOf(id));
    return ok;
  }),
];
