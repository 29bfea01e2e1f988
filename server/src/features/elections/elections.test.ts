import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { receiptOfHash, receiptText } from '#contract/elections/receipt.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();

type Election = ReplyOf<'GET /api/v1/elections/{id}'>;
type Votes = Record<string, string[]>;
type VoterPreview = ReplyOf<'POST /api/v1/elections/voters-preview'>;

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const minutes = 60_000;
const at = (inMinutes: number) =>
  new Date(world.clock.now().getTime() + inMinutes * minutes).toISOString();

let club = '';
let members: Person[] = [];
beforeAll(async () => {
  club = (
    await world.admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Debating',
      membership: 'open',
      president: world.ben.uid,
    })
  ).id;
  members = await Promise.all(
    Array.from({ length: 7 }, (_, nth) =>
      world.join({ username: `voter${nth}`, first_name: `Voter${nth}`, last_name: 'Debating' }),
    ),
  );
  for (const one of members) await one.call('PUT /api/v1/clubs/{id}/membership', { id: club });
});

const member = (nth: number): Person => {
  const found = members[nth];
  if (found === undefined) throw new Error(`no member ${nth}`);
  return found;
};

const settings = (more: object = {}) => ({
  clientId: newClientId(),
  club,
  title: 'Officers',
  opensAt: at(0),
  closesAt: at(1),
  timeZone: 'Europe/Berlin',
  voters: { members: true },
  contests: [
    {
      title: 'Chair',
      kind: 'ranked' as const,
      candidates: [{ uid: member(0).uid }, { uid: member(1).uid }, { name: 'Kim Lee' }],
    },
    { title: 'Merge with the choir?', kind: 'yes_no' as const },
  ],
  ...more,
});
const create = (who: Person, more: object = {}) =>
  who.call('POST /api/v1/elections', settings(more));
const read = (who: Person, id: string) => who.call('GET /api/v1/elections/{id}', { id });

const newNonce = () => randomBytes(16).toString('hex');
/** Computes a receipt as the voter's device does. */
const receiptFor = ({ id, contests }: Election, nonce: string, votes: Votes) =>
  receiptOfHash(
    createHash('sha256')
      .update(
        receiptText({
          election: id,
          nonce,
          contests: contests.map((one) => one.id),
          votes,
        }),
      )
      .digest(),
  );
const cast = (who: Person, id: string, votes: Votes, more: object = {}) =>
  who.try('POST /api/v1/elections/{id}/ballot', { id, nonce: newNonce(), votes, ...more });

/** Returns the ids of the candidates by name, and of the contests. */
const ids = ({ contests }: Election) => {
  const [ranked, question] = contests;
  const named = Object.fromEntries(
    (ranked?.candidates ?? []).map((one) => [one.name, one.id]),
  ) as Record<string, string>;
  return { ranked: ranked?.id ?? '', question: question?.id ?? '', named };
};
const [first, second, third] = ['Voter0 Debating', 'Voter1 Debating', 'Kim Lee'] as const;
const ballotFor = (election: Election, names: readonly string[], answer: 'yes' | 'no'): Votes => {
  const { ranked, question, named } = ids(election);
  return { [ranked]: names.map((name) => named[name] ?? ''), [question]: [answer] };
};
/** Moves time forward and runs what is due. Everyone signs in again, because tokens expire after ten minutes. */
const close = async (forMinutes = 2) => {
  world.clock.advance(forMinutes * minutes);
  await world.app.jobs.settle();
  for (const one of [world.admin, world.ben, world.cy, ...members])
    one.tokens = (await world.signInAgain(one)).tokens;
};

describe('[CLUB-04] club elections', () => {
  test('open immediately for an admin, accept one vote per person, and are counted at the end', async () => {
    const made = await create(world.admin);
    expect(made).toMatchObject({ phase: 'voting', voters: 8, turnout: 0, hasVoted: null });
    const election = await read(member(2), made.id);
    expect(election).toMatchObject({ canVote: true, hasVoted: false, isVoter: true });
    const votes = ballotFor(election, [second, first], 'yes');
    const nonce = newNonce();
    const given = await cast(member(2), made.id, votes, { nonce });
    expect(given).toMatchObject({
      status: 200,
      body: { receipt: receiptFor(election, nonce, votes) },
    });
    // The same ballot again gets the same answer, another one none.
    expect(await cast(member(2), made.id, votes, { nonce })).toMatchObject({ body: given.body });
    expect(codeOf(await cast(member(2), made.id, votes))).toEqual([409, 'already_voted']);
    expect(await read(member(2), made.id)).toMatchObject({ canVote: false, hasVoted: true });
    for (const nth of [3, 4, 5])
      expect(
        (await cast(member(nth), made.id, ballotFor(election, [first, third], 'no'))).status,
      ).toBe(200);
    // Fewer ballots than a step: the turnout doesn't tell of them.
    expect((await read(world.ben, made.id)).turnout).toBe(0);
    expect((await cast(world.ben, made.id, { [ids(election).ranked]: [] })).status).toBe(200);
    // No one sees results early.
    for (const who of [world.admin, world.ben, member(2)])
      expect(codeOf(await who.try('GET /api/v1/elections/{id}/result', { id: made.id }))).toEqual([
        409,
        'election_open',
      ]);
    await close();
    expect(await read(member(2), made.id)).toMatchObject({
      phase: 'published',
      turnout: 5,
      voters: 8,
      // The secret is destroyed, and the school keeps no list.
      hasVoted: null,
    });
    const { ranked, question, named } = ids(election);
    expect(
      await member(6).call('GET /api/v1/elections/{id}/result', { id: made.id }),
    ).toMatchObject({
      ballots: 5,
      voters: 8,
      contests: [
        { id: ranked, elected: [named[first]], count: { method: 'irv' } },
        { id: question, elected: ['no'], count: { votes: [1, 3], blank: 1 } },
      ],
    });
    expect(codeOf(await cast(member(6), made.id, votes))).toEqual([409, 'election_closed']);
  });

  test('reject strangers, people who left the club, and invalid ballots', async () => {
    const made = await create(world.admin);
    const election = await read(member(2), made.id);
    const { ranked, question, named } = ids(election);
    const votes = ballotFor(election, [first], 'yes');
    expect(codeOf(await cast(world.eve, made.id, votes))[0]).toBe(404);
    expect(codeOf(await cast(world.cy, made.id, votes))[0]).toBe(404);
    // An admin who isn't a member manages the election and can't vote in it.
    expect(codeOf(await cast(world.admin, made.id, votes))).toEqual([403, 'not_a_voter']);
    const problemsOf = async (sent: Votes) =>
      ((await cast(member(2), made.id, sent)).body as { errors?: object[] }).errors;
    expect(await problemsOf({ [ranked]: ['1'] })).toMatchObject([
      { contest: ranked, code: 'candidate_unknown' },
    ]);
    expect(await problemsOf({ [ranked]: [named[first] ?? '', named[first] ?? ''] })).toMatchObject([
      { contest: ranked, code: 'candidate_twice' },
    ]);
    expect(await problemsOf({ [question]: ['yes', 'no'] })).toMatchObject([
      { contest: question, code: 'too_many_choices' },
    ]);
    expect(await problemsOf({ '999': [] })).toMatchObject([
      { contest: '999', code: 'contest_unknown' },
    ]);
    await member(6).call('DELETE /api/v1/clubs/{id}/membership', { id: club });
    expect(codeOf(await cast(member(6), made.id, votes))).toEqual([403, 'not_a_voter']);
    await member(6).call('PUT /api/v1/clubs/{id}/membership', { id: club });
    expect((await read(member(2), made.id)).voters).toBe(8);
    await close();
  });

  test('count one of two simultaneous ballots from one voter', async () => {
    const made = await create(world.admin);
    const election = await read(member(2), made.id);
    const ballots = [
      ballotFor(election, [first], 'yes'),
      ballotFor(election, [second], 'no'),
      ballotFor(election, [third], 'no'),
    ];
    const answers = await Promise.all([
      ...ballots.map((votes) => cast(member(2), made.id, votes)),
      // Others vote in the same transaction.
      ...[3, 4].map((nth) => cast(member(nth), made.id, ballots[0] ?? {})),
    ]);
    expect(answers.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
      [409, 'already_voted'],
      [409, 'already_voted'],
    ]);
    await close();
  });

  test('count a ballot that arrives before the job opens the election', async () => {
    const made = await create(world.admin, { opensAt: at(1), closesAt: at(5) });
    const election = await read(member(2), made.id);
    const votes = ballotFor(election, [first], 'yes');
    expect(codeOf(await cast(member(2), made.id, votes))).toEqual([409, 'election_not_open']);
    world.clock.advance(minutes);
    expect((await cast(member(2), made.id, votes)).status).toBe(200);
    expect(await read(member(3), made.id)).toMatchObject({ phase: 'voting', voters: 8 });
    await close(6);
  });

  test('need two different people to announce them, and voting starts automatically', async () => {
    const made = await create(world.ben, { opensAt: at(2), closesAt: at(10), isDraft: true });
    expect(made).toMatchObject({ phase: 'draft', can: { manage: true, announce: true } });
    expect(codeOf(await member(0).try('GET /api/v1/elections/{id}', { id: made.id }))[0]).toBe(404);
    const announce = (who: Person) =>
      who.try('POST /api/v1/elections/{id}/announcement', { id: made.id });
    expect((await announce(world.ben)).status).toBe(200);
    expect(await read(world.admin, made.id)).toMatchObject({
      isProposed: true,
      can: { announce: true },
    });
    expect(codeOf(await announce(world.ben))).toEqual([409, 'election_second_person']);
    expect(codeOf(await announce(member(3)))[0]).toBe(404);
    expect((await announce(world.admin)).status).toBe(200);
    expect(await read(member(0), made.id)).toMatchObject({ phase: 'announced', voters: null });
    expect(codeOf(await cast(member(0), made.id, {}))).toEqual([409, 'election_not_open']);
    // Nothing changes anymore but the end.
    expect(
      codeOf(
        await world.ben.try('PATCH /api/v1/elections/{id}', {
          id: made.id,
          version: made.version,
          title: 'Other',
        }),
      ),
    ).toEqual([409, 'election_fixed']);
    await close(3);
    expect(await read(member(0), made.id)).toMatchObject({ phase: 'voting', voters: 8 });
    const closing = at(20);
    expect(
      await world.ben.call('PUT /api/v1/elections/{id}/closing', {
        id: made.id,
        closesAt: closing,
        reason: 'The campus network was down.',
      }),
    ).toMatchObject({ closesAt: closing, extensionReason: 'The campus network was down.' });
    await close(10);
    expect((await read(member(0), made.id)).phase).toBe('voting');
    await close(15);
    expect((await read(member(0), made.id)).phase).toBe('published');
  });

  test('let members nominate, and let nominees accept, decline and withdraw', async () => {
    const made = await create(world.admin, {
      nominationsEndAt: at(5),
      opensAt: at(6),
      closesAt: at(20),
      contests: [{ title: 'Chair', kind: 'ranked' }],
    });
    expect(made.phase).toBe('nominations');
    const contest = made.contests[0]?.id ?? '';
    const nominate = (who: Person, uid: string, more: object = {}) =>
      who.try('POST /api/v1/elections/{id}/nominations', {
        id: made.id,
        clientId: newClientId(),
        contest,
        uid,
        ...more,
      });
    expect((await nominate(member(2), member(3).uid)).body).toMatchObject({ state: 'proposed' });
    expect(codeOf(await nominate(member(4), member(3).uid))).toEqual([409, 'nominated_already']);
    expect(
      (await nominate(member(4), member(4).uid, { statement: 'More debates.' })).body,
    ).toMatchObject({ state: 'accepted' });
    expect((await nominate(member(5), member(5).uid)).body).toMatchObject({ state: 'accepted' });
    expect(codeOf(await nominate(world.cy, member(5).uid))[0]).toBe(404);
    const [proposal] = (await read(member(3), made.id)).nominations;
    const canAnswer = async (who: Person) =>
      (await who.call('GET /api/v1/elections', { club })).items.find(({ id }) => id === made.id)
        ?.can.answer;
    expect([await canAnswer(member(3)), await canAnswer(member(2))]).toEqual([true, false]);
    expect(proposal).toMatchObject({ isMine: true, state: 'proposed' });
    const respond = (who: Person, state: string, id = proposal?.id) =>
      who.try('PUT /api/v1/nominations/{id}', { id, state });
    expect(codeOf(await respond(member(2), 'accepted'))[0]).toBe(404);
    // Others don't see who is nominated before they accept.
    expect((await read(member(6), made.id)).contests[0]?.candidates).toHaveLength(2);
    expect((await respond(member(3), 'accepted')).body).toMatchObject({ state: 'accepted' });
    await close(7);
    const open = await read(member(2), made.id);
    expect(open.phase).toBe('voting');
    expect(open.contests[0]?.lots).toHaveLength(3);
    expect(codeOf(await respond(member(3), 'declined'))).toEqual([409, 'nominations_closed']);
    const named = ids(open).named;
    const votes = (...names: string[]) => ({ [contest]: names.map((name) => named[name] ?? '') });
    const v = (nth: number) => `Voter${nth} Debating`;
    for (const [nth, ballot] of [
      [0, votes(v(3), v(4))],
      [1, votes(v(3), v(4))],
      [2, votes(v(3), v(5))],
      [5, votes(v(5))],
      [6, votes(v(4), v(5))],
    ] as const)
      expect((await cast(member(nth), made.id, ballot)).status).toBe(200);
    expect((await respond(member(3), 'withdrawn')).body).toMatchObject({ state: 'withdrawn' });
    expect(codeOf(await cast(world.ben, made.id, votes(v(3))))).toEqual([
      409,
      'candidate_withdrawn',
    ]);
    await close(20);
    const result = await member(2).call('GET /api/v1/elections/{id}/result', { id: made.id });
    // Without the withdrawn candidate, the second preferences count.
    expect(result.contests[0]?.elected).toEqual([named[v(4)]]);
  });

  test('let a voter replace a ballot with its receipt if the election allows it', async () => {
    const made = await create(world.admin, { allowsRevote: true, keepsVoterList: true });
    const election = await read(member(2), made.id);
    const before = { nonce: newNonce(), votes: ballotFor(election, [first], 'yes') };
    const receipt = receiptFor(election, before.nonce, before.votes);
    await cast(member(2), made.id, before.votes, { nonce: before.nonce });
    expect((await read(member(2), made.id)).canVote).toBe(true);
    const next = ballotFor(election, [third], 'no');
    expect(codeOf(await cast(member(2), made.id, next))).toEqual([409, 'already_voted']);
    const replaces = { receipt, nonce: newNonce() };
    expect(codeOf(await cast(member(2), made.id, next, { replaces }))).toEqual([
      409,
      'replaced_unknown',
    ]);
    expect(codeOf(await cast(member(3), made.id, next, { replaces }))).toEqual([
      409,
      'replaced_unknown',
    ]);
    const right = { receipt, nonce: before.nonce };
    expect((await cast(member(2), made.id, next, { replaces: right })).status).toBe(200);
    await close();
    const result = await member(2).call('GET /api/v1/elections/{id}/result', { id: made.id });
    // Fewer than five ballots: who is elected, and no figures.
    expect(result).toMatchObject({
      ballots: 1,
      contests: [{ elected: [ids(election).named[third]], count: null }, { elected: ['no'] }],
    });
    expect(
      codeOf(await member(2).try('GET /api/v1/elections/{id}/ballots', { id: made.id })),
    ).toEqual([409, 'too_few_ballots']);
    // The school keeps the list of who voted, which the voters saw before.
    expect([
      (await read(member(2), made.id)).hasVoted,
      (await read(member(3), made.id)).hasVoted,
    ]).toEqual([true, false]);
  });

  test('need five voters, and an eligibility rule shows the people it excludes', async () => {
    expect(
      codeOf(
        await world.admin.try(
          'POST /api/v1/elections',
          settings({ voters: { people: [world.ana.uid, world.ben.uid] } }),
        ),
      ),
    ).toEqual([422, 'electorate_small']);
    const preview = await world.ben.call('POST /api/v1/elections/voters-preview', {
      club,
      voters: {
        members: true,
        allow: [{ uid: world.ana.uid, reason: 'Honorary member' }],
        deny: [{ uid: member(0).uid, reason: 'On leave' }],
      },
    });
    expect(preview).toMatchObject({
      voters: 8,
      leftOut: [{ person: { uid: member(0).uid }, reason: 'denied', note: 'On leave' }],
      leftOutCount: 1,
    });
    expect(preview.people.map(({ uid }) => uid)).toContain(world.ana.uid);
    expect(
      codeOf(
        await member(1).try('POST /api/v1/elections/voters-preview', {
          club,
          voters: { members: true },
        }),
      )[0],
    ).toBe(403);
  });
});

test('officers can’t find out names or graduation years through an eligibility rule', async () => {
  const hidden = await world.join({
    username: 'hidden',
    first_name: 'Hidden',
    last_name: 'Person',
  });
  await hidden.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  await world.sql('update users set has_hold = true, year_of_graduation = 2031 where id = $1', [
    hidden.id,
  ]);
  const preview = (who: Person, voters: object) =>
    who.try('POST /api/v1/elections/voters-preview', { club, voters });
  for (const voters of [
    { people: [hidden.uid] },
    { members: true, deny: [{ uid: hidden.uid, reason: '' }] },
  ]) {
    expect(codeOf(await preview(world.ben, voters))).toEqual([404, 'not_found']);
    expect((await preview(world.admin, voters)).status).toBe(200);
  }
  // The member counts and can vote, and isn't listed.
  const all = (await preview(world.ben, { members: true })).body as VoterPreview;
  expect([all.voters, all.people.length]).toEqual([9, 8]);
  const year = (await preview(world.ben, { years: [2031] })).body as VoterPreview;
  expect(year).toMatchObject({ voters: 0, people: [] });
  expect(
    codeOf(
      await world.ben.try(
        'POST /api/v1/elections',
        settings({
          contests: [{ title: 'Chair', kind: 'one', candidates: [{ uid: hidden.uid }] }],
        }),
      ),
    ),
  ).toEqual([404, 'not_found']);
  await hidden.call('DELETE /api/v1/clubs/{id}/membership', { id: club });
});

test('the database doesn’t show who voted or how before the count, and no one can be matched to a ballot afterwards', async () => {
  const made = await create(world.admin);
  const election = await read(member(2), made.id);
  const encrypted = () =>
    world.sql<{ number: Buffer; ballot: Buffer }>(
      'select number, ballot from encrypted_ballots where election_id = $1 order by number',
      [made.id],
    );
  const before = await encrypted();
  expect(before).toHaveLength(8);
  const nonce = newNonce();
  await cast(member(2), made.id, ballotFor(election, [second], 'yes'), { nonce });
  const after = await encrypted();
  // One row changed, to another text of the same length.
  expect(
    after.filter((row, n) => !row.ballot.equals(before[n]?.ballot ?? row.ballot)),
  ).toHaveLength(1);
  expect(new Set([...before, ...after].map(({ ballot }) => ballot.length)).size).toBe(1);
  for (const { ballot } of after) expect(ballot.toString('latin1')).not.toContain(nonce);
  for (const nth of [3, 4, 5, 6])
    await cast(member(nth), made.id, ballotFor(election, [first], 'no'));
  await close();
  expect(await encrypted()).toEqual([]);
  const { text } = await member(2).try('GET /api/v1/elections/{id}/ballots', { id: made.id });
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { nonce?: string; receipt?: string; ballots?: number });
  expect(lines).toHaveLength(8);
  expect(lines.find((line) => line.nonce === nonce)?.receipt).toBe(
    receiptFor(election, nonce, ballotFor(election, [second], 'yes')),
  );
});
