import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { receiptOfHash, receiptText } from '#contract/elections/receipt.ts';
import { send, type Sent } from '../people/writes.ts';
import type { KillableServer } from '../people/servers.ts';
import { mark, middle, n, sendOver, withCosts, type Setup } from './setup.ts';

const [connections, rounds, candidateCount] = [64, 3, 12];

interface Election {
  readonly id: string;
  readonly contest: string;
  readonly candidates: readonly string[];
}

/** Creates an election of the whole school that is open for some minutes. */
const openElection = async (
  { admin, client, school }: Setup,
  port: number,
  minutes: number,
): Promise<Election> => {
  const { status, text } = await send(port, {
    method: 'POST',
    path: '/api/v1/elections',
    jwt: admin,
    body: {
      clientId: randomUUID(),
      title: 'Student council',
      opensAt: new Date().toISOString(),
      closesAt: new Date(Date.now() + minutes * 60_000 + 1_000).toISOString(),
      timeZone: 'UTC',
      voters: { members: true },
      contests: [
        {
          title: 'President',
          kind: 'ranked',
          candidates: Array.from({ length: candidateCount }, (_, nth) => ({
            name: `Candidate ${nth + 1}`,
          })),
        },
      ],
    },
  });
  if (status !== 200) throw new Error(`the election answered ${status}: ${text}`);
  const made = JSON.parse(text) as {
    id: string;
    contests: { id: string; candidates: { id: string }[] }[];
  };
  // The notifications of the opening take their own time.
  for (let left = 1; left > 0; await sleep(100)) {
    const { rows } = await client.query<{ left: number }>(
      `select count(*)::int as left from outbox o where o.school_id = $1 and o.kind = 'election_opened' and (o.delivered_at is null
        or exists (select from event_tasks t where t.school_id = o.school_id and t.event_id = o.id))`,
      [school.school],
    );
    left = rows[0]?.left ?? 0;
  }
  const [contest] = made.contests;
  return {
    id: made.id,
    contest: contest?.id ?? '',
    candidates: (contest?.candidates ?? []).map(({ id }) => id),
  };
};

/** A ballot of a voter, and its receipt as the voter's device computes it. */
const ballotOf = ({ id, contest, candidates }: Election) => {
  const ranking = candidates
    .map((candidate) => ({ candidate, by: Math.random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ candidate }) => candidate);
  const nonce = randomBytes(16).toString('hex');
  const votes = { [contest]: ranking };
  const receipt = receiptOfHash(
    createHash('sha256')
      .update(receiptText({ election: id, nonce, contests: [contest], votes }))
      .digest(),
  );
  return { nonce, votes, receipt };
};

const castCall = (election: Election, jwt: string, { nonce, votes }: ReturnType<typeof ballotOf>) =>
  ({
    method: 'POST',
    path: `/api/v1/elections/${election.id}/ballot`,
    jwt,
    body: { nonce, votes },
  }) satisfies Sent;

/** Waits until the server has counted an election. Returns the milliseconds since its end, and the slowest reply in that time. */
const waitForCount = async (
  port: number,
  jwt: string,
  { id }: Election,
  closesAt: number,
): Promise<{ ms: number; slowest: number }> => {
  await sleep(Math.max(0, closesAt - Date.now()));
  let slowest = 0;
  for (;;) {
    const { text, ms } = await send(port, { method: 'GET', path: `/api/v1/elections/${id}`, jwt });
    slowest = Math.max(slowest, ms);
    const { phase } = JSON.parse(text) as { phase: string };
    if (phase === 'published') return { ms: Date.now() - closesAt, slowest };
    if (Date.now() - closesAt > 120_000)
      throw new Error(`the election is ${phase} after two minutes`);
    await sleep(20);
  }
};

const readBallots = async (port: number, jwt: string, { id }: Election): Promise<string[]> =>
  (await send(port, { method: 'GET', path: `/api/v1/elections/${id}/ballots`, jwt })).text
    .split('\n')
    .slice(1, -3)
    .map((line) => (JSON.parse(line) as { receipt: string }).receipt);

/** Everyone votes over 64 connections from one address, compared with a bare route that inserts two rows. Returns lines for the figures. */
export const measureVotes = async (setup: Setup, voters: readonly string[]): Promise<string[]> => {
  const { client } = setup;
  await client.query(
    'create schema if not exists baseline; create table baseline.voters (voter bigint primary key); create table baseline.ballots (id bigserial primary key, ballot jsonb)',
  );
  const [server, baseline] = [await setup.startOurs(), await setup.startBaseline()];
  const [ours, plain]: [number[], number[]] = [[], []];
  const costs = { ours: [0, 0], plain: [0, 0] } as const satisfies Record<string, number[]>;
  let [refused, failed] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const election = await openElection(setup, server.port, 60);
    const ballots = voters.map(() => ballotOf(election));
    await client.query('truncate baseline.voters, baseline.ballots');
    const bare = await withCosts(setup, baseline, () =>
      sendOver(
        connections,
        ballots.map(({ nonce, votes }, voter) => ({
          method: 'POST',
          path: '/vote',
          body: { voter, ballot: { nonce, votes } },
        })),
        () => baseline.port,
      ),
    );
    if (bare.result.answers.some((answer) => answer?.status !== 200))
      throw new Error('the baseline failed');
    plain.push(voters.length / bare.result.seconds);
    const cast = await withCosts(setup, server, () =>
      sendOver(
        connections,
        ballots.map((ballot, nth) => castCall(election, voters[nth] ?? '', ballot)),
        () => server.port,
      ),
    );
    ours.push(voters.length / cast.result.seconds);
    for (const [sum, { server: node, database }] of [
      [costs.ours, cast],
      [costs.plain, bare],
    ] as const) {
      sum[0] += node;
      sum[1] += database;
    }
    refused += cast.result.answers.filter(
      (one) => one !== null && one.status >= 400 && one.status < 500,
    ).length;
    failed += cast.result.answers.filter((one) => one === null || one.status >= 500).length;
  }
  await Promise.all([server.stop(), baseline.stop()]);
  const perVote = (sum: readonly number[]) =>
    sum.map((ms) => (ms / voters.length / rounds).toFixed(2)).join(', ');
  const share = middle(ours) / middle(plain);
  return [
    `| ${n(voters.length)} votes from one address, ${connections} connections, median of ${rounds} | a second | baseline | share (aim 0.35) | answers of 4xx | of 5xx or none | processor ms a vote: server, PostgreSQL | baseline |`,
    '|---|---|---|---|---|---|---|---|',
    `| one ranked contest, ${candidateCount} candidates; \`synchronous_commit\` on | ${n(middle(ours))} | ${n(middle(plain))} | ${share.toFixed(2)}${mark(share >= 0.35)} | ${refused}${mark(refused === 0)} | ${failed}${mark(failed === 0)} | ${perVote(costs.ours)} | ${perVote(costs.plain)} |`,
  ];
};

/**
 * Everyone votes while the server is killed (SIGKILL) and started again. Clients send a ballot again until they get its receipt. Then each
 * receipt must be in the published file once, and nothing else. Returns lines for the figures.
 */
export const killWhileVoting = async (
  setup: Setup,
  voters: readonly string[],
  kills: number,
): Promise<string[]> => {
  let server: KillableServer = await setup.startOurs();
  const minutes = 2;
  const since = Date.now();
  const election = await openElection(setup, server.port, minutes);
  const closesAt = since + minutes * 60_000 + 1_000;
  const ballots = voters.map(() => ballotOf(election));
  let isDone = false;
  let killed = 0;
  const killing = (async () => {
    while (!isDone && killed < kills) {
      await sleep(300 + Math.random() * 700);
      await server.kill();
      killed += 1;
      server = await setup.startOurs();
    }
  })();
  let repeated = 0;
  const wrong = new Set<number>();
  let left = voters.map((_, nth) => nth);
  while (left.length > 0 && Date.now() < closesAt - 2_000) {
    const { answers } = await sendOver(
      connections,
      left.map((nth) => castCall(election, voters[nth] ?? '', ballots[nth] ?? ballotOf(election))),
      () => server.port,
    );
    const again = left.filter((_, at) => answers[at]?.status !== 200);
    for (const [at, nth] of left.entries()) {
      const answer = answers[at];
      if (answer?.status !== 200) continue;
      if ((JSON.parse(answer.text) as { receipt: string }).receipt !== ballots[nth]?.receipt)
        wrong.add(nth);
    }
    repeated += again.length;
    left = again;
    // Clients wait before they try again.
    if (left.length > 0) await sleep(500);
  }
  isDone = true;
  await killing;
  const counted = await waitForCount(server.port, voters[0] ?? '', election, closesAt);
  const published = await readBallots(server.port, voters[0] ?? '', election);
  const acknowledged = new Set(
    ballots.flatMap(({ receipt }, nth) => (left.includes(nth) ? [] : [receipt])),
  );
  const lost = [...acknowledged].filter((receipt) => !published.includes(receipt)).length;
  const doubled = published.length - new Set(published).size;
  const unknown = published.filter(
    (receipt) => !ballots.some((ballot) => ballot.receipt === receipt),
  ).length;
  await server.stop();
  return [
    `| ${n(voters.length)} votes, server killed ${killed} times | acknowledged | sent again | lost | twice | unknown | wrong receipt | published after the end | slowest reply meanwhile |`,
    '|---|---|---|---|---|---|---|---|---|',
    `| ${candidateCount} candidates, ranked | ${n(acknowledged.size)} | ${n(repeated)} | ${lost}${mark(lost === 0)} | ${doubled}${mark(doubled === 0)} | ${unknown}${mark(unknown === 0)} | ${wrong.size}${mark(wrong.size === 0)} | ${(counted.ms / 1000).toFixed(1)} s | ${n(counted.slowest)} ms |`,
  ];
};
