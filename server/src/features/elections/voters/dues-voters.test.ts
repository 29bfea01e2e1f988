import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { inWorld, type Answer, type Person } from '../../../../test/world.ts';

const world = inWorld();
type VoterPreview = ReplyOf<'POST /api/v1/elections/voters-preview'>;

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const minutes = 60_000;
const day = 24 * 60 * minutes;

let club = '';
/** Manages elections, and not dues. */
let ella: Person;
/** 0 to 2 are waived, 3 has paid, 4 is in grace, 5 and 6 owe dues. */
let members: Person[] = [];
const member = (nth: number): Person => {
  const found = members[nth];
  if (found === undefined) throw new Error(`no member ${nth}`);
  return found;
};
const advance = async (ms: number) => {
  world.clock.advance(ms);
  await world.app.jobs.settle();
  for (const one of [world.admin, world.ben, ella, ...members])
    one.tokens = (await world.signInAgain(one)).tokens;
};
const preview = async (who: Person, voters: object): Promise<VoterPreview> => {
  const answer = await who.try('POST /api/v1/elections/voters-preview', { club, voters });
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.body as VoterPreview;
};
const settings = (more: object = {}) => ({
  clientId: newClientId(),
  club,
  title: 'Officers',
  opensAt: new Date(world.clock.now().getTime() + 5 * minutes).toISOString(),
  closesAt: new Date(world.clock.now().getTime() + 60 * minutes).toISOString(),
  timeZone: 'Europe/Berlin',
  voters: { members: true, dues: true },
  contests: [{ title: 'Keep the boat?', kind: 'yes_no' as const }],
  ...more,
});
const uidsOf = (people: readonly { uid: string }[]) => people.map(({ uid }) => uid).toSorted();

beforeAll(async () => {
  ({ id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Sculling',
    membership: 'open',
    president: world.ben.uid,
  }));
  ella = await world.join({ username: 'ella', first_name: 'Ella' });
  members = await Promise.all(
    Array.from({ length: 7 }, (_, nth) =>
      world.join({ username: `scull${nth}`, first_name: `Scull${nth}` }),
    ),
  );
  for (const one of [ella, ...members])
    await one.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  const { id: position } = await world.admin.call('POST /api/v1/school/club-positions', {
    clientId: newClientId(),
    name: 'Election officer',
    permissions: ['elections.manage'],
  });
  await world.admin.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [ella.uid],
    act: 'position',
    position,
  });
});

describe('[CLUB-04] voters without unpaid dues', () => {
  test('include everyone in a club without dues', async () => {
    expect(await preview(world.ben, { members: true, dues: true })).toMatchObject({
      voters: 9,
      owing: 0,
      isDuesHidden: false,
      leftOutCount: 0,
    });
  });

  test('are listed with exclusions for people who manage dues, and others see only a number that no rule changes', async () => {
    const plan = await world.ben.call('POST /api/v1/clubs/{id}/dues-plans', {
      id: club,
      clientId: newClientId(),
      name: 'A year',
      amount: { amount: 1_000, currency: 'USD' },
      months: 12,
      graceDays: 20,
    });
    for (const one of members.slice(0, 3))
      await world.ben.call('PUT /api/v1/clubs/{id}/dues/{uid}', {
        id: club,
        uid: one.uid,
        state: 'waived',
        reason: 'Coaches',
      });
    const pay = (who: Person, until: number) =>
      world.sql(
        `insert into dues_members (school_id, club_id, user_id, plan_id, paid_until) values ($1, $2, $3, $4, $5)`,
        [world.school, club, who.id, plan.id, new Date(world.clock.now().getTime() + until)],
      );
    await pay(member(3), 300 * day);
    await pay(member(4), minutes);
    await advance(2 * minutes);

    const rule = { members: true, dues: true };
    const seen = await preview(world.ben, rule);
    expect(seen).toMatchObject({ voters: 5, owing: 4, isDuesHidden: false, leftOutCount: 4 });
    expect(uidsOf(seen.people)).toEqual(uidsOf(members.slice(0, 5)));
    expect(seen.leftOut.map(({ reason }) => reason)).toEqual(['dues', 'dues', 'dues', 'dues']);
    expect(uidsOf(seen.leftOut.map(({ person }) => person))).toEqual(
      uidsOf([world.ben, ella, member(5), member(6)]),
    );
    // Without `members`, the rule names the same people. People named in it vote in any case.
    expect((await preview(world.ben, { dues: true })).voters).toBe(5);
    expect((await preview(world.ben, { ...rule, people: [member(5).uid] })).voters).toBe(6);

    const hidden = await preview(ella, rule);
    expect(hidden).toEqual({
      voters: 9,
      owing: 4,
      isDuesHidden: true,
      people: [],
      leftOut: [],
      leftOutCount: 0,
    });
    // Leaving out one person doesn't tell whether they owe dues.
    const without = (one: Person) =>
      preview(ella, { ...rule, deny: [{ uid: one.uid, reason: '' }] });
    const [owes, paid] = [await without(member(5)), await without(member(3))];
    expect([owes.voters, owes.owing, paid.voters, paid.owing]).toEqual([8, 4, 8, 4]);
    expect([owes.leftOut[0]?.reason, paid.leftOut[0]?.reason]).toEqual(['denied', 'denied']);
    for (const who of [world.ana, member(0)])
      expect(
        codeOf(await who.try('POST /api/v1/elections/voters-preview', { club, voters: rule })),
      ).toEqual([403, 'forbidden']);
    expect(
      codeOf(
        await world.eve.try('POST /api/v1/elections/voters-preview', { club, voters: rule }),
      )[0],
    ).toBe(404);
  });

  test('are fixed when voting opens, and only people who manage dues can list them', async () => {
    const draft = await ella.call('POST /api/v1/elections', settings());
    await world.ben.call('POST /api/v1/elections/{id}/announcement', { id: draft.id });
    const asVoter = async (who: Person) =>
      (await who.try('GET /api/v1/elections/{id}', { id: draft.id })).status;
    expect([await asVoter(member(4)), await asVoter(member(6))]).toEqual([200, 404]);
    // Dues that are waived before the opening still count.
    await world.ben.call('PUT /api/v1/clubs/{id}/dues/{uid}', {
      id: club,
      uid: member(6).uid,
      state: 'waived',
      reason: 'Paid in cash',
    });
    await advance(6 * minutes);
    const { id } = draft;
    expect(await world.ben.call('GET /api/v1/elections/{id}', { id })).toMatchObject({
      phase: 'voting',
      voters: 6,
    });
    // Later changes of dues don't.
    await world.ben.call('PUT /api/v1/clubs/{id}/dues/{uid}', {
      id: club,
      uid: member(5).uid,
      state: 'waived',
      reason: 'Too late',
    });
    const settingsOf = async (who: Person) =>
      (await who.call('GET /api/v1/elections/{id}/settings', { id })).canListVoters;
    expect([await settingsOf(world.ben), await settingsOf(ella)]).toEqual([true, false]);
    const { items } = await world.ben.call('GET /api/v1/elections/{id}/voters', { id });
    expect(uidsOf(items.map(({ person }) => person))).toEqual(
      uidsOf([...members.slice(0, 5), member(6)]),
    );
    expect(codeOf(await ella.try('GET /api/v1/elections/{id}/voters', { id }))).toEqual([
      403,
      'forbidden',
    ]);
    const { contests } = await member(4).call('GET /api/v1/elections/{id}', { id });
    const cast = async (who: Person) =>
      codeOf(
        await who.try('POST /api/v1/elections/{id}/ballot', {
          id,
          nonce: randomBytes(16).toString('hex'),
          votes: { [contests[0]?.id ?? '']: ['yes'] },
        }),
      );
    expect(await cast(member(5))).toEqual([404, 'not_found']);
    expect(await cast(ella)).toEqual([403, 'not_a_voter']);
    expect((await cast(member(4)))[0]).toBe(200);
    expect((await cast(member(6)))[0]).toBe(200);
    // Leaving the club ends the right to vote, as with the other rules.
    await member(0).call('DELETE /api/v1/clubs/{id}/membership', { id: club });
    expect(await cast(member(0))).toEqual([403, 'not_a_voter']);
  });

  test('exclude a person whose grace period ended', async () => {
    expect((await preview(world.ben, { dues: true })).voters).toBe(6);
    await advance(21 * day);
    expect((await preview(world.ben, { dues: true })).voters).toBe(5);
  });
});
