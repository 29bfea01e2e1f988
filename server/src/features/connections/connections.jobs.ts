import { transact } from '../../kernel/context.ts';
import { liveSource } from '../../kernel/live/live-sources.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { deletePair } from './connections.queries.ts';

export const connectionsJobs = [
  /** A block ends the connection. The two already can't see each other when this runs. */
  onEvent('connections.end-blocked', 'person_blocked', (scope, { by, person }) =>
    transact(scope, ({ db }) => deletePair(db, by, person)),
  ),
];

const between = (one: number, other: number) => [
  {
    rooms: [`person:${one}` as const],
    event: { kind: 'connections_changed' as const, uid: String(other) },
  },
  {
    rooms: [`person:${other}` as const],
    event: { kind: 'connections_changed' as const, uid: String(one) },
  },
];

/** Events for the person's other devices, and for the other person. */
export const connectionsSources = [
  liveSource('connection_requested', ({ from, to }) => between(from, to)),
  liveSource('connection_accepted', ({ by, of }) => between(by, of)),
  liveSource('connection_ended', ({ by, other }) => between(by, other)),
  liveSource('person_blocked', ({ by, person }) => [
    ...between(by, person),
    { part: [by, person] as const },
  ]),
];
