import { send, tokensOf, type Answer, type Sent } from '../people/writes.ts';
import { makeEvent, mark, middle, type Setup } from './setup.ts';

/** Number of people who register at the same time, of spots, and of rounds, because a shared machine's speed changes by the minute. */
const [crowd, places, rounds] = [2_000, 100, 3];

const callAtOnce = async (
  ports: readonly number[],
  calls: readonly Sent[],
): Promise<{ seconds: number; answers: Answer[] }> => {
  const since = performance.now();
  const answers = await Promise.all(
    calls.map((call, n) => send(ports[n % ports.length] ?? 0, call)),
  );
  return { seconds: (performance.now() - since) / 1000, answers };
};

interface Stored {
  readonly registered: number;
  readonly waiting: number;
  readonly taken: number;
  readonly is_ordered: boolean;
}

/** Returns the stored registrations. Those with the lowest numbers have spots, and the others are on the waitlist in that order. */
const storedOf = async ({ client, school }: Setup, event: number): Promise<Stored> => {
  const { rows } = await client.query<Stored>(
    `select count(*) filter (where r.status = 'registered')::int as registered, count(*) filter (where r.status = 'waiting')::int as waiting,
      max(s.taken) as taken, bool_and((r.status = 'registered') = (r.number <= $3)) and count(distinct r.number) = count(*)
        and max(r.number) = count(*) as is_ordered
    from event_registrations r join event_spots s on s.school_id = r.school_id and s.event_id = r.event_id and s.original = r.original
    where r.school_id = $1 and r.event_id = $2`,
    [school.school, event, places],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('nobody registered');
  return row;
};

/** Returns whether each position on the waitlist was reported to exactly one person. */
const isReportedOnce = (answers: readonly Answer[]): boolean => {
  const reported = answers.map(({ status, text }) =>
    status === 200
      ? (JSON.parse(text) as { status: string; position: number | null })
      : { status: 'failed', position: null },
  );
  const positions = new Set(
    reported.filter(({ status }) => status === 'waiting').map(({ position }) => position),
  );
  return (
    reported.filter(({ status }) => status === 'registered').length === places &&
    positions.size === reported.length - places &&
    Math.max(...[...positions].map(Number)) === reported.length - places
  );
};

/**
 * Many people register for a few spots through two processes, compared with an advisory lock and an insert. Returns lines for the figures.
 */
export const raceForPlaces = async (setup: Setup): Promise<string[]> => {
  const { pool, tokens, school, servers, baselines, client } = setup;
  const people = school.people.slice(-Math.min(crowd, Math.floor(school.people.length / 2)));
  const ports = servers.map(({ port }) => port);
  const jwts = await tokensOf({ pool, tokens, port: ports[0] ?? 0, school: school.school }, people);
  const [ours, plain]: [number[], number[]] = [[], []];
  let [failed, isOrdered, isReported] = [0, true, true];
  let stored: Stored | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await makeEvent(setup, { title: `Race ${round}`, capacity: places });
    const baseline = await callAtOnce(
      baselines.map(({ port }) => port),
      people.map((one) => ({ method: 'GET', path: `/register?v=${id}&v=${one}&v=${places}` })),
    );
    plain.push(people.length / baseline.seconds);
    const run = await callAtOnce(
      ports,
      jwts.map((jwt) => ({
        method: 'PUT',
        path: `/api/v1/events/${id}/registration`,
        jwt,
        body: {},
      })),
    );
    ours.push(people.length / run.seconds);
    failed += run.answers.filter(({ status }) => status !== 200).length;
    stored = await storedOf(setup, id);
    isOrdered &&= stored.is_ordered && stored.registered === places && stored.taken === places;
    isReported &&= isReportedOnce(run.answers);
  }
  await client.query('delete from rate_limits');
  const share = middle(ours) / middle(plain);
  const n = (value: number) => Math.round(value).toLocaleString('en');
  return [
    `| ${n(people.length)} register at once for ${places} places, two processes | registered | waiting | answers other than 200 | a second | baseline | share (aim 0.35) |`,
    '|---|---|---|---|---|---|---|',
    `| places in the order in which the database decided: ${isOrdered ? 'yes' : 'no ✗'}; each place on the waitlist reported to one person: ${isReported ? 'yes' : 'no ✗'} | ${n(stored?.registered ?? 0)} | ${n(stored?.waiting ?? 0)} | ${failed}${mark(failed === 0)} | ${n(middle(ours))} | ${n(middle(plain))} | ${share.toFixed(2)}${mark(share >= 0.35)} |`,
  ];
};
