import { acceptRequests, connectUser, listConnections } from '#contract/connections/endpoints.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { personId } from '../../kernel/ids.ts';
import { countUseInTransaction } from '../../kernel/security/rate-limits.ts';
import { selectMutuals } from '../people/people.queries.ts';
import { relationshipOf, isVisiblePerson } from '../people/people.rules.ts';
import { viewContextOf, userView } from '../people/people.views.ts';
import { recordReading } from '../people/privacy/reading.ts';
import {
  acceptUntil,
  countConnections,
  countNamed,
  selectConnections,
  selectPairForUpdate,
  storePair,
} from './connections.queries.ts';
import { eventOf, nextState, stateOf } from './connections.rules.ts';

type Answer = Reply<typeof connectUser>;

const no = (code: ErrorCode): Answer => {
  const failure = problem(code);
  return { success: 'false', message: failure.message, code };
};

/** Maximum requests per person and hour. More indicates a script. */
const requestLimit = { max: 200, seconds: 3_600 };

/** Faces of mutual connections on a row. */
const rowFaces = 3;

export const connectionsHandlers = [
  // Performs a connection action, and returns the resulting status. An error changes nothing. Counts the use in a separate transaction
  // before the pair is locked.
  handle(connectUser, async (call, input): Promise<Answer> => {
    const { db, school } = call;
    const me = call.me.userId;
    if (!school.connect) return no('connect_off');
    const other = personId(input.student_uid);
    if (other === null) return no('person_not_found');
    if (other === me) return no('own_profile');
    // Sent together and executed in order, in one round trip.
    const [person] = await Promise.all([
      selectPairForUpdate(db, school.school_id, me, other),
      input.type === 'request'
        ? countUseInTransaction(call, `connect:${me}`, requestLimit)
        : undefined,
    ]);
    if (
      person === undefined ||
      !isVisiblePerson(person, relationshipOf(call.me, person, school.connect))
    )
      return no('person_not_found');
    const before = stateOf(person, me);
    const after = nextState(input.type, before);
    if (after === undefined) return no('transition_refused');
    const event = eventOf(before, after);
    if (event !== null) {
      const written = storePair(call, me, other, event);
      call.commit();
      call.nudge(event);
      await written;
    }
    return { success: 'true', connectionStatus: after };
  }),

  // Everyone may accept the requests that they received.
  handle(acceptRequests, async (call, { until }) => {
    if (!call.school.connect) throw problem('connect_off');
    const accepted = await acceptUntil(call, call.me.userId, new Date(until));
    if (accepted > 0) call.nudge('connection_accepted');
    return { accepted };
  }),

  handle(listConnections, async (call, input) => {
    const viewContext = viewContextOf(call);
    const me = viewContext.viewer.userId;
    if (!viewContext.connect) throw problem('connect_off');
    const counts = await countConnections(call.db, me);
    const { list, search = '', pageOffset: offset, pageSize: size } = input;
    const rows = await selectConnections(call.db, me, list, search, { offset, size });
    const total = search === '' ? counts[list] : await countNamed(call.db, me, list, search);
    const mutuals = Map.groupBy(
      await selectMutuals(
        call.db,
        me,
        rows.map((row) => row.id),
        rowFaces,
      ),
      (row) => row.user_id,
    );
    await recordReading(call, viewContext, rows, 'card');
    return {
      total,
      items: rows.map((row) => ({
        ...userView(viewContext, row, mutuals.get(row.id) ?? [], 'card'),
        since: row.since.toISOString(),
      })),
      counts,
    };
  }),
];
