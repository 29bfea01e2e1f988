import * as registration from '#contract/club-registration/staff.endpoints.ts';
import { renewalStates } from '#contract/club-registration/limits.ts';
import { handle } from '../../../kernel/handle.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { record, recordAll } from '../../../kernel/security/audit.ts';
import { idOf } from '../../../kernel/sql.ts';
import { updateUnfrozen } from '../../clubs/clubs.queries.ts';
import { csvText } from '../../forms/results/csv-text.ts';
import { freeze } from '../renewal-close.ts';
import * as queries from './overview.queries.ts';

/** Maximum clubs of an export. */
const exportMax = 20_000;

/* Requires `clubs.manage`, as the endpoints declare. */
export const overviewHandlers = [
  handle(registration.listRenewals, async (call, { cursor, size, state = null, search }) => {
    const after = readCursor<readonly [string, number]>(cursor, ['text', 'number']);
    const [rows, counted, registrations] = await Promise.all([
      queries.selectStandings(call.db, call.now, { state, search }, { after, size: size + 1 }),
      queries.countStandings(call.db, call.now),
      queries.countRegistrations(call.db),
    ]);
    const countOf = (one: string) => counted.find((row) => row.state === one)?.n ?? 0;
    return {
      ...pageOfRows(rows, size, {
        view: (row) => ({
          id: String(row.id),
          name: row.name,
          state: row.state,
          members: row.members,
          application: row.application,
          submission: row.submission,
          since: row.since?.toISOString() ?? null,
        }),
        keyOf: (row) => [row.sort_name, row.id],
      }),
      counts: {
        new: countOf('new'),
        due: countOf('due'),
        review: countOf('review'),
        late: countOf('late'),
        frozen: countOf('frozen'),
        renewed: countOf('renewed'),
        none: countOf('none'),
      } satisfies Record<(typeof renewalStates)[number], number>,
      registrations,
    };
  }),

  handle(registration.freezeUnrenewed, async (call, { clubs }) => {
    const { db, schoolId, now, me } = call;
    const late = await queries.selectUnrenewed(db, clubs.map(idOf), now);
    return { clubs: (await freeze(db, schoolId, late, now, me.userId)).map(String) };
  }),

  handle(registration.unfreezeClubs, async (call, { clubs }) => {
    const unfrozen = await updateUnfrozen(call.db, clubs.map(idOf), call.now);
    const kept = unfrozen.map(
      ({ id, name }) => ({ club: String(id), name, act: 'unfrozen' }) as const,
    );
    await recordAll(call, 'club_changed', kept);
    return { clubs: unfrozen.map(({ id }) => String(id)) };
  }),

  handle(registration.exportRenewals, async (call, { state = null }) => {
    const rows = await queries.selectStandings(
      call.db,
      call.now,
      { state, search: '' },
      { after: null, size: exportMax },
    );
    await record(call, 'club_registration_changed', { act: 'exported' });
    const csv = csvText([
      ['Club', 'State', 'Members', 'Since'],
      ...rows.map((row) => [row.name, row.state, row.members, row.since?.toISOString() ?? '']),
    ]);
    return { name: 'clubs.csv', csv };
  }),
];
