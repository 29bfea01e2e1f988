import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../server/test/world.ts';
import { verifyBallotFile } from './verify.ts';

const world = inWorld();

/** Closes the open election of a club, and counts it. */
const close = async () => {
  world.clock.advance(120_000);
  await world.app.jobs.settle();
};

test('the server counts every contest type, and the verifier gets the same result from the published file', async () => {
  const { id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Debating',
    membership: 'open',
    president: world.ben.uid,
  });
  const members = await Promise.all(
    Array.from({ length: 7 }, (_, nth) =>
      world.join({ username: `voter${nth}`, first_name: `Voter${nth}`, last_name: 'Debating' }),
    ),
  );
  const member = (nth: number): Person => members[nth] ?? world.cy;
  for (const one of members) await one.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  const people = [0, 1, 2, 3].map((nth) => ({ uid: member(nth).uid }));
  const now = world.clock.now().getTime();
  const made = await world.admin.call('POST /api/v1/elections', {
    clientId: newClientId(),
    club,
    title: 'Officers',
    opensAt: new Date(now).toISOString(),
    closesAt: new Date(now + 60_000).toISOString(),
    timeZone: 'Europe/Berlin',
    voters: { members: true },
    quorum: 50,
    contests: [
      { title: 'Board', kind: 'ranked', seats: 2, candidates: people, allowsWriteIns: true },
      { title: 'Treasurer', kind: 'one', candidates: people, needsMajority: true },
      { title: 'Committee', kind: 'several', seats: 2, max: 3, candidates: people },
      { title: 'New rules', kind: 'yes_no', share: { numerator: 2, denominator: 3 } },
    ],
  });
  const election = await member(2).call('GET /api/v1/elections/{id}', { id: made.id });
  const [board, treasurer, committee, rules] = election.contests;
  const named = Object.fromEntries((board?.candidates ?? []).map((one) => [one.name, one.id]));
  const idIn = (contest: typeof board, nth: number) =>
    contest?.candidates.find(({ name }) => name === `Voter${nth} Debating`)?.id ?? '';
  expect(Object.keys(named)).toHaveLength(4);
  const writeIn = `w:${encodeURIComponent('Zoë Q.')}`;
  const ballots = [
    [[writeIn, 0], [0], [0, 1], 'yes'],
    [[writeIn, 1], [0], [1], 'yes'],
    [[1, 2], [1], [1, 2, 3], 'yes'],
    [[2, 1], [2], [3], 'no'],
    [[3, 0], [3], [], 'no'],
  ] as const;
  for (const [nth, [ranking, one, several, reply]] of ballots.entries()) {
    const votes = {
      [board?.id ?? '']: ranking.map((it) => (typeof it === 'string' ? it : idIn(board, it))),
      [treasurer?.id ?? '']: one.map((it) => idIn(treasurer, it)),
      [committee?.id ?? '']: several.map((it) => idIn(committee, it)),
      [rules?.id ?? '']: [reply],
    };
    const nonce = randomBytes(16).toString('hex');
    await member(nth).call('POST /api/v1/elections/{id}/ballot', { id: made.id, nonce, votes });
  }
  await close();
  const result = await member(6).call('GET /api/v1/elections/{id}/result', { id: made.id });
  expect(result).toMatchObject({ ballots: 5, quorumReached: true });
  const [boardResult, treasurerResult, committeeResult, rulesResult] = result.contests;
  expect(boardResult?.elected[0]).toBe(writeIn);
  expect(boardResult?.count).toMatchObject({ method: 'scottish-stv', quota: '2.00000' });
  // Two of five votes are no majority.
  expect(treasurerResult?.elected).toEqual([]);
  expect(committeeResult?.elected[0]).toBe(idIn(committee, 1));
  expect(rulesResult).toMatchObject({ elected: ['no'], count: { votes: [3, 2], blank: 0 } });
  const { text } = await member(6).try('GET /api/v1/elections/{id}/ballots', { id: made.id });
  expect(verifyBallotFile(Buffer.from(text))).toMatchObject({ ok: true, problems: [] });
});
