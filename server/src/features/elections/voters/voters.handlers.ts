import * as elections from '#contract/elections/endpoints.ts';
import { electionLimits, electionRates } from '#contract/elections/limits.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { countInMemory } from '../../../kernel/security/rate-limits.ts';
import { idOf } from '../../../kernel/sql.ts';
import { clubViewer } from '../../clubs/club-viewer.ts';
import { faceView } from '../../people/people.views.ts';
import {
  canListVoters,
  canSeeDues,
  checkFindable,
  electionAccess,
  readClub,
} from '../elections-access.ts';
import { namedIn, storedRule } from '../elections.rules.ts';
import { readManaged } from '../reading.ts';
import * as queries from './voters.queries.ts';

export const votersHandlers = [
  handle(elections.previewVoters, async (call, { club, voters }) => {
    const at = club === undefined || club === null ? null : idOf(club);
    const access = await electionAccess(call, [at]);
    if (at !== null) await readClub(call, access, at);
    if (!access.manages(at)) throw problem('forbidden');
    await countInMemory(call, `voters:${call.schoolId}:${call.me.userId}`, electionRates.preview);
    const electorate = { club_id: at, voter_rule: storedRule(voters) };
    await checkFindable(call, namedIn(electorate.voter_rule));
    const { visibility } = clubViewer(call, false);
    const limit = electionLimits.preview;
    const { dues } = electorate.voter_rule;
    const isDuesHidden = dues && !(await canSeeDues(call, at));
    // Without the rule for dues, because adding and removing one person would reveal whether they owe dues.
    const shown = isDuesHidden
      ? { ...electorate, voter_rule: { ...electorate.voter_rule, members: true, dues: false } }
      : electorate;
    const preview = { limit, now: call.now };
    const [count, people, leftOut, owing] = await Promise.all([
      queries.countVotersOf(call.db, shown, call.now),
      isDuesHidden ? [] : queries.selectVotersOf(call.db, visibility, shown, preview),
      queries.selectLeftOut(call.db, visibility, shown, preview),
      dues && at !== null ? queries.countOwing(call.db, at, call.now) : null,
    ]);
    return {
      voters: count,
      owing,
      isDuesHidden,
      people: people.map(faceView),
      leftOut: leftOut.map((row) => ({
        person: faceView(row),
        reason: row.reason,
        note: row.note,
      })),
      leftOutCount: leftOut[0]?.total ?? 0,
    };
  }),

  handle(elections.listVoters, async (call, { id, cursor, size }) => {
    const row = await readManaged(call, id);
    if (!(await canListVoters(call, row))) throw problem('forbidden');
    const after = readCursor<readonly [string, number]>(cursor, ['text', 'number']);
    const { visibility } = clubViewer(call, false);
    const page = { after, size: size + 1 };
    const rows = await queries.selectVoters(call.db, visibility, row.id, page);
    return pageOfRows(rows, size, {
      view: (one) => ({ person: faceView(one), hasVoted: one.has_voted }),
      keyOf: (one) => [one.sort_name, one.id],
    });
  }),
];
