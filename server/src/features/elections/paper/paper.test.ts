import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { inWorld, type Answer, type Person } from '../../../../test/world.ts';

const world = inWorld();
type Election = ReplyOf<'GET /api/v1/elections/{id}'>;
type PaperEntry = ReplyOf<'GET /api/v1/elections/{id}/paper'>;

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const minutes = 60_000;

let club = '';
/** A second officer who manages elections. */
let ella: Person;
/** A third officer, who is a candidate. */
let finn: Person;
let members: Person[] = [];
const member = (nth: number): Person => {
  const found = members[nth];
  if (found === undefined) throw new Error(`no member ${nth}`);
  return found;
};
const advance = async (forMinutes: number) => {
  world.clock.advance(forMinutes * minutes);
  await world.app.jobs.settle();
  for (const one of [world.admin, world.ben, ella, finn, ...members])
    one.tokens = (await world.signInAgain(one)).tokens;
};

beforeAll(async () => {
  ({ id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Bookbinding',
    membership: 'open',
    president: world.ben.uid,
  }));
  ella = await world.join({ username: 'paperella', first_name: 'Ella' });
  finn = await world.join({ username: 'paperfinn', first_name: 'Finn' });
  members = await Promise.all(
    Array.from({ length: 6 }, (_, nth) =>
      world.join({ username: `paper${nth}`, first_name: `Paper${nth}` }),
    ),
  );
  for (const one of [ella, finn, ...members])
    await one.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  const { id: position } = await world.admin.call('POST /api/v1/school/club-positions', {
    clientId: newClientId(),
    name: 'Returning officer',
    permissions: ['elections.manage'],
  });
  await world.admin.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [ella.uid, finn.uid],
    act: 'position',
    position,
  });
});

const create = (more: object = {}): Promise<Election> =>
  world.admin.call('POST /api/v1/elections', {
    clientId: newClientId(),
    club,
    title: 'Officers',
    opensAt: world.clock.now().toISOString(),
    closesAt: new Date(world.clock.now().getTime() + minutes).toISOString(),
    timeZone: 'Europe/Berlin',
    voters: { members: true },
    acceptsPaper: true,
    contests: [
      {
        title: 'Chair',
        kind: 'ranked' as const,
        candidates: [{ uid: finn.uid }, { name: 'Kim Lee' }],
      },
      { title: 'Move the meeting?', kind: 'yes_no' as const },
    ],
    ...more,
  });
const checkIn = (who: Person, id: string, uid: string, votesOnPaper = true) =>
  who.try('PUT /api/v1/elections/{id}/paper-voter', { id, uid, votesOnPaper });
const enter = (who: Person, id: string, number: number, votes: Record<string, string[]>) =>
  who.try('PUT /api/v1/elections/{id}/paper/{number}', { id, number: String(number), votes });
const entry = (who: Person, id: string): Promise<PaperEntry> =>
  who.call('GET /api/v1/elections/{id}/paper', { id });
const confirm = (who: Person, id: string) =>
  who.try('POST /api/v1/elections/{id}/paper/confirmation', { id });
const cast = (who: Person, id: string, votes: Record<string, string[]>, more: object = {}) =>
  who.try('POST /api/v1/elections/{id}/ballot', {
    id,
    nonce: randomBytes(16).toString('hex'),
    votes,
    ...more,
  });
const read = (who: Person, id: string): Promise<Election> =>
  who.call('GET /api/v1/elections/{id}', { id });

describe('[CLUB-04] paper ballots', () => {
  test('can be used instead of online voting, are entered by two people, and the file has all ballots', async () => {
    const { id, contests } = await create({ keepsVoterList: true });
    const [chair, question] = contests.map((one) => one.id);
    const kim = contests[0]?.candidates.find(({ name }) => name === 'Kim Lee')?.id ?? '';
    const other = contests[0]?.candidates.find(({ name }) => name !== 'Kim Lee')?.id ?? '';
    if (chair === undefined || question === undefined) throw new Error('no contests');
    const [first, second] = [
      { [chair]: [kim], [question]: ['yes'] },
      { [chair]: [other, kim], [question]: [] },
    ];
    for (const nth of [0, 1, 2]) expect((await cast(member(nth), id, first)).status).toBe(200);

    // At the desk. People who voted online can't vote on paper, and the other way around.
    expect(codeOf(await checkIn(world.ben, id, member(0).uid))).toEqual([409, 'already_voted']);
    for (const nth of [3, 4])
      expect((await checkIn(world.ben, id, member(nth).uid)).status).toBe(200);
    expect((await checkIn(ella, id, member(4).uid)).status).toBe(200);
    expect(codeOf(await cast(member(3), id, first))).toEqual([409, 'already_voted']);
    expect(await read(member(3), id)).toMatchObject({ hasVoted: true, canVote: false });
    // A mistake is undone. That reveals nothing about people who voted online.
    for (const nth of [0, 5]) {
      await checkIn(world.ben, id, member(5).uid);
      expect((await checkIn(world.ben, id, member(nth).uid, false)).body).toEqual({
        votesOnPaper: false,
      });
    }
    expect((await cast(member(5), id, second)).status).toBe(200);
    expect(codeOf(await checkIn(world.ben, id, world.cy.uid))).toEqual([403, 'not_a_voter']);
    expect(codeOf(await checkIn(finn, id, member(5).uid))).toEqual([403, 'election_own_candidacy']);
    for (const who of [member(5), world.eve])
      expect((await checkIn(who, id, member(5).uid)).status).toBe(404);
    expect(codeOf(await enter(world.ben, id, 1, first))).toEqual([409, 'paper_not_open']);

    // The count waits for the papers.
    await advance(2);
    const { items: news } = await ella.call('GET /api/v1/notifications', { only: 'unread' });
    expect(news.filter(({ kind }) => kind === 'election_paper_due')).toMatchObject([
      { about: { path: `/elections/${id}/paper` } },
    ]);
    expect(await read(member(0), id)).toMatchObject({ phase: 'counting', awaitsPaper: true });
    expect(await entry(world.ben, id)).toMatchObject({
      state: 'entering',
      paperVoters: 2,
      mine: [],
    });
    expect(codeOf(await checkIn(world.ben, id, member(5).uid))).toEqual([409, 'election_closed']);
    expect(codeOf(await enter(world.ben, id, 1, { [chair]: [kim, kim] }))).toEqual([
      422,
      'ballot_invalid',
    ]);
    expect((await enter(world.ben, id, 1, first)).status).toBe(200);
    expect(await entry(world.ben, id)).toMatchObject({
      problem: 'second_person',
      can: { confirm: false },
    });
    expect(codeOf(await confirm(world.ben, id))).toEqual([409, 'paper_unequal']);
    // The second person sees no votes of the first, only that a number is missing.
    expect(await entry(ella, id)).toMatchObject({
      mine: [],
      missing: [1],
      differences: [],
      problem: 'missing',
    });
    expect((await enter(ella, id, 1, second)).status).toBe(200);
    expect(await entry(ella, id)).toMatchObject({
      problem: 'differences',
      differences: [{ number: 1, mine: second, theirs: first }],
    });
    expect(codeOf(await enter(world.admin, id, 1, first))).toEqual([409, 'paper_two_people']);
    expect((await entry(world.admin, id)).differences).toEqual([]);
    expect(codeOf(await enter(finn, id, 1, first))).toEqual([403, 'election_own_candidacy']);
    expect((await enter(world.eve, id, 1, first)).status).toBe(404);
    await enter(ella, id, 1, first);
    for (const who of [world.ben, ella])
      for (const number of [2, 3]) await enter(who, id, number, second);
    expect(await entry(ella, id)).toMatchObject({ problem: 'too_many' });
    for (const who of [world.ben, ella])
      await who.call('DELETE /api/v1/elections/{id}/paper/{number}', { id, number: '3' });

    // Both confirm. A change in between clears the first confirmation.
    expect((await confirm(world.ben, id)).status).toBe(200);
    await enter(ella, id, 2, second);
    expect((await confirm(ella, id)).status).toBe(200);
    expect((await entry(ella, id)).people.find(({ hasSigned }) => hasSigned)?.person.uid).toBe(
      ella.uid,
    );
    expect(await confirm(ella, id)).toMatchObject({ status: 200 });
    expect(await read(member(0), id)).toMatchObject({ phase: 'counting' });
    expect((await confirm(world.ben, id)).status).toBe(200);
    expect(codeOf(await enter(ella, id, 2, first))).toEqual([409, 'paper_finished']);
    await world.app.jobs.settle();

    expect(await world.ben.call('GET /api/v1/elections/{id}/result', { id })).toMatchObject({
      ballots: 6,
      paperBallots: 2,
      contests: [{ elected: [kim] }, { elected: ['yes'] }],
    });
    const file = await world.cy.try('GET /api/v1/elections/{id}/ballots', { id });
    expect(file.status).toBe(404);
    const { text } = await member(0).try('GET /api/v1/elections/{id}/ballots', { id });
    expect(text.match(/"nonce":"[0-9a-f]{32}"/g)).toHaveLength(6);
    const voters = await world.ben.call('GET /api/v1/elections/{id}/voters', { id });
    expect(voters.items.filter(({ hasVoted }) => hasVoted === true)).toHaveLength(6);
    expect(
      await world.sql('select count(*)::int as n from paper_ballots where election_id = $1', [id]),
    ).toEqual([{ n: 0 }]);
  });

  test('of a deleted club’s election are awaited for a day, unless the club is restored', async () => {
    const { id } = await create();
    await checkIn(world.ben, id, member(0).uid);
    await advance(2);
    const remove = () => world.admin.call('DELETE /api/v1/clubs/{id}', { id: club });
    const restore = () => world.admin.call('POST /api/v1/clubs/{id}/restore', { id: club });
    await remove();
    await advance(60);
    await restore();
    // The day after the first deletion ends while the club is deleted for the second time.
    await remove();
    await advance(23 * 60 + 30);
    await restore();
    await advance(60);
    expect(await read(member(0), id)).toMatchObject({ phase: 'counting', awaitsPaper: true });
    await remove();
    await advance(25 * 60);
    await restore();
    expect(await read(member(0), id)).toMatchObject({
      phase: 'canceled',
      cancellationReason: 'The club was deleted.',
    });
  });

  test('and their voters aren’t visible in the database before the count', async () => {
    const { id, contests } = await create({ allowsRevote: true });
    const [chair] = contests.map((one) => one.id);
    if (chair === undefined) throw new Error('no contest');
    const lengths = () =>
      world.sql(
        'select distinct length(ballot) as n from encrypted_ballots where election_id = $1',
        [id],
      );
    const before = await lengths();
    await checkIn(world.ben, id, member(0).uid);
    expect(await lengths()).toEqual(before);
    const replaces = { receipt: '0'.padEnd(16, '0'), nonce: '0'.padEnd(32, '0') };
    expect(codeOf(await cast(member(0), id, {}, { replaces }))).toEqual([409, 'already_voted']);
    await advance(2);
    const { id: candidate = '' } = contests[0]?.candidates[0] ?? {};
    await enter(world.ben, id, 1, {});
    await enter(world.ben, id, 2, { [chair]: [candidate] });
    const rows = await world.sql<{ number: number; size: number; text: string }>(
      `select number, length(ballot) as size, encode(ballot, 'escape') as text from paper_ballots where election_id = $1 order by number`,
      [id],
    );
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ size }) => size)).size).toBe(1);
    for (const { text } of rows) expect(text).not.toContain(chair);
    // No one confirmed, so the election can start over.
    const cleared = await ella.call('DELETE /api/v1/elections/{id}/paper', { id });
    expect(cleared).toMatchObject({ people: [], mine: [] });
    // If no paper ballot was found, two people confirm that.
    expect((await confirm(ella, id)).status).toBe(200);
    expect((await confirm(world.ben, id)).status).toBe(200);
    await world.app.jobs.settle();
    expect(await world.ben.call('GET /api/v1/elections/{id}/result', { id })).toMatchObject({
      ballots: 0,
      paperBallots: 0,
    });
  });

  test('are rejected without paper voting, and elections without paper voters are counted immediately', async () => {
    const withPaper = await create();
    const without = await create({ acceptsPaper: false });
    expect(codeOf(await checkIn(world.ben, without.id, member(0).uid))).toEqual([
      409,
      'paper_not_accepted',
    ]);
    await advance(2);
    expect((await read(world.ben, withPaper.id)).phase).toBe('published');
    expect((await read(world.ben, without.id)).phase).toBe('published');
    expect(
      await world.ben.call('GET /api/v1/elections/{id}/result', { id: without.id }),
    ).toMatchObject({ paperBallots: null });
  });
});
