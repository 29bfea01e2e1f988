import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { FormDefinition } from '#contract/forms/definition.ts';
import { inWorld, worldPassword, type Answer, type Person } from '../../../test/world.ts';
import { maintenance } from '../../app.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';

const world = inWorld();

const base = { help: '', isRequired: false, startsPage: false, conditions: [] };
const definition: FormDefinition = {
  questions: [
    { ...base, id: 'meets', title: 'Where do you meet?', kind: 'short', isRequired: true },
    { ...base, id: 'first', title: 'First meeting', kind: 'date', earliest: null, latest: null },
    { ...base, id: 'money', title: 'Do you need money?', kind: 'long' },
  ],
};
const answers = { meets: 'Library, room 2', first: '2026-10-01', money: 'No' };

type Change = Omit<InputOf<'PATCH /api/v1/club-registrations/{id}'>, 'id' | 'version'>;
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const read = (who: Person, id: string) => who.call('GET /api/v1/club-registrations/{id}', { id });
const change = async (who: Person, id: string, sent: Change) =>
  who.try('PATCH /api/v1/club-registrations/{id}', {
    id,
    version: (await read(who, id)).version,
    ...sent,
  });
const submit = async (who: Person, id: string) =>
  who.try('POST /api/v1/club-registrations/{id}/submission', {
    id,
    version: (await read(who, id)).version,
  });
const accept = (who: Person, id: string, isAccepted = true) =>
  who.try('PUT /api/v1/club-registrations/{id}/acceptance', { id, isAccepted });
const decide = async (
  who: Person,
  application: string,
  decision: 'approve' | 'request_changes' | 'deny',
  reason = '',
) => {
  const { submission } = await read(who, application);
  return who.try('POST /api/v1/approvals/{id}/decision', {
    id: submission?.id ?? '',
    version: submission?.version ?? 0,
    decision,
    reason,
  });
};
const officersOf = async (club: string, who: Person = world.admin) =>
  (await who.call('GET /api/v1/clubs/{id}/about', { id: club })).officers.map(
    ({ firstName, position }) => `${position}: ${firstName}`,
  );

let president = '';
let treasurer = '';
let revision = 0;
const putSteps = async (kind: string, steps: { name: string; people: string[] }[]) => {
  const { items } = await world.admin.call('GET /api/v1/school/approval-processes');
  await world.admin.call('PUT /api/v1/school/approval-processes/{kind}', {
    kind,
    version: items.find((one) => one.kind === kind)?.version ?? 0,
    reminderDays: null,
    steps: steps.map((step) => ({ ...step, reviewers: 'people' as const })),
  });
};
/** Creates a complete registration, except that its officers haven't accepted. */
const fill = async (who: Person, name: string, officers: Change['officers'] = []) => {
  const { id } = await who.call('POST /api/v1/club-registrations', { clientId: newClientId() });
  const sent = await change(who, id, {
    name,
    description: `${name} meets every week.`,
    membership: 'open',
    officers: [{ uid: who.uid, position: president }, ...officers],
    answers,
    revision,
  });
  expect(sent.status).toBe(200);
  return id;
};
/** Creates a registered club with its president and treasurer. */
const clubOf = async (who: Person, other: Person, name: string) => {
  const id = await fill(who, name, [{ uid: other.uid, position: treasurer }]);
  await accept(other, id);
  expect((await submit(who, id)).status).toBe(200);
  for (const reviewer of [world.cy, world.admin])
    expect((await decide(reviewer, id, 'approve')).status).toBe(200);
  return { id, club: (await read(who, id)).club?.id ?? '' };
};

beforeAll(async () => {
  const setup = await world.admin.call('PATCH /api/v1/school/club-registration', {
    version: 0,
    shownQuestions: ['meets', 'first'],
  });
  president = setup.positions.find(({ name }) => name === 'President')?.id ?? '';
  treasurer = setup.positions.find(({ name }) => name === 'Treasurer')?.id ?? '';
  await world.admin.call('PATCH /api/v1/school/club-registration', {
    version: setup.version,
    requiredPositions: [president, treasurer],
  });
  await world.admin.call('PUT /api/v1/school/club-registration/form', { version: 0, definition });
  await putSteps('club_registration', [
    { name: 'Adviser', people: [world.cy.uid] },
    { name: 'Student Life', people: [world.admin.uid] },
  ]);
  await putSteps('club_renewal', [{ name: 'Student Life', people: [world.admin.uid] }]);
  const { id } = await world.ana.call('POST /api/v1/club-registrations', {
    clientId: newClientId(),
  });
  revision = (await read(world.ana, id)).form.revision;
  await world.ana.call('DELETE /api/v1/club-registrations/{id}', { id });
});

describe('[CLUB-02] [CLUB-03] a club registration', () => {
  test('goes through both steps, including a return for changes, and creates a club with officers who accepted', async () => {
    const { ana, ben, cy, admin } = world;
    const id = await fill(ana, 'Night Owls');
    const early = await submit(ana, id);
    expect(codeOf(early)).toEqual([422, 'club_application_incomplete']);
    expect(JSON.stringify(early.body)).toContain(`position ${treasurer}`);
    expect(
      (
        await change(ana, id, {
          officers: [
            { uid: ana.uid, position: president },
            { uid: ben.uid, position: treasurer },
          ],
        })
      ).status,
    ).toBe(200);
    await world.app.jobs.settle();
    expect((await ben.call('GET /api/v1/notifications', {})).items[0]).toMatchObject({
      kind: 'club_officer_asked',
      about: { title: 'Treasurer, Night Owls', path: `/club-registrations/${id}` },
    });
    expect((await submit(ana, id)).body).toMatchObject({ state: 'submitted' });
    expect(codeOf(await change(ana, id, { name: 'Other' }))).toEqual([
      409,
      'club_application_locked',
    ]);
    // Only its people and reviewers can see it.
    expect(codeOf(await world.eve.try('GET /api/v1/club-registrations/{id}', { id }))[0]).toBe(404);
    const stranger = await world.join({ username: 'stranger' });
    expect(codeOf(await stranger.try('GET /api/v1/club-registrations/{id}', { id }))[0]).toBe(404);

    expect((await decide(cy, id, 'approve')).status).toBe(200);
    expect((await decide(admin, id, 'request_changes', 'Say what it is for.')).status).toBe(200);
    const back = await read(ana, id);
    expect(back).toMatchObject({ state: 'changes_requested', can: { edit: true } });
    await change(ana, id, { description: 'We look at stars.' });
    expect((await submit(ana, id)).status).toBe(200);
    // It returns to the step that requested changes, not to the first.
    expect(codeOf(await decide(cy, id, 'approve'))).toEqual([403, 'forbidden']);
    expect((await decide(admin, id, 'approve')).status).toBe(200);

    const { club, state } = await read(ana, id);
    expect(state).toBe('approved');
    const layout = await ana.call('GET /api/v1/clubs/{id}/layout', { id: club?.id ?? '' });
    expect(layout).toMatchObject({
      name: 'Night Owls',
      description: 'We look at stars.',
      status: 'active',
      isPublished: true,
      mine: { role: 'officer', position: 'President' },
      can: { edit: true },
    });
    // The treasurer hasn't accepted, so they are invited, and become an officer when they accept.
    expect(await officersOf(club?.id ?? '')).toEqual(['President: Ana']);
    expect(
      (await ben.call('GET /api/v1/clubs/{id}/layout', { id: club?.id ?? '' })).mine?.status,
    ).toBe('invited');
    expect((await accept(ben, id)).status).toBe(200);
    expect(await officersOf(club?.id ?? '')).toEqual(['President: Ana', 'Treasurer: Ben']);
    expect(codeOf(await accept(ben, id, false))).toEqual([409, 'club_officer_settled']);
    // The answers that the school shows, with dates as RFC 3339.
    const about = await cy.call('GET /api/v1/clubs/{id}/about', { id: club?.id ?? '' });
    expect(about.additionalInfo).toEqual([
      { questionType: 'TEXT', question: 'Where do you meet?', answer: 'Library, room 2' },
      { questionType: 'DATE', question: 'First meeting', answer: '2026-10-01T00:00:00Z' },
    ]);
    // People's names are only shown to viewers who can see them.
    const who = { ...base, id: 'who', title: 'Who tends the bar?', kind: 'person' };
    await world.sql(
      `update club_applications set answers = answers || $2, definition = jsonb_build_object('questions', definition -> 'questions' || $3) where id = $1`,
      [Number(id), JSON.stringify({ who: { person: ben.uid } }), JSON.stringify([who])],
    );
    await world.sql(
      `update club_registration_settings set shown_questions = shown_questions || '{who}'`,
    );
    const bar = async () =>
      (
        await cy.call('GET /api/v1/clubs/{id}/about', { id: club?.id ?? '' })
      ).additionalInfo.flatMap(({ questionType, answer }) =>
        questionType === 'PERSON' ? [answer] : [],
      );
    expect(await bar()).toEqual([expect.stringMatching(/^Ben/)]);
    await ben.call('PUT /api/v1/blocks/{uid}', { uid: cy.uid });
    expect(await bar()).toEqual(['']);
    await ben.call('DELETE /api/v1/blocks/{uid}', { uid: cy.uid });
    await world.sql(
      `update club_registration_settings set shown_questions = array_remove(shown_questions, 'who')`,
    );
  });

  test('stays a draft with the reason when denied, and restarts at the first step when resubmitted', async () => {
    const { ana, ben, cy } = world;
    const id = await fill(ana, 'Poker Nights', [{ uid: ben.uid, position: treasurer }]);
    await submit(ana, id);
    await decide(cy, id, 'deny', 'No gambling.');
    const denied = await read(ana, id);
    expect(denied).toMatchObject({ state: 'denied', can: { edit: true, delete: true } });
    expect(denied.submission?.entries.at(-1)?.text).toBe('No gambling.');
    expect(codeOf(await accept(ben, id, false))[0]).toBe(200);
    // A person who declined has no position.
    expect(codeOf(await submit(ana, id))).toEqual([422, 'club_application_incomplete']);
    await change(ana, id, {
      name: 'Card Nights',
      officers: [
        { uid: ana.uid, position: president },
        { uid: cy.uid, position: treasurer },
      ],
    });
    expect((await submit(ana, id)).status).toBe(200);
    expect((await read(ana, id)).submission?.step?.name).toBe('Adviser');
  });

  test('doesn’t show reviewers the name of a deleted account, but keeps others with the same name', async () => {
    const join = (username: string, last: string) =>
      world.join({ username, first_name: 'Gil', last_name: last });
    const [gone, stays] = [await join('gil', 'Ash (x.y)'), await join('gil-b', 'Ash (x.y) Jr')];
    const id = await fill(stays, 'Tree Ring', [{ uid: gone.uid, position: treasurer }]);
    await accept(gone, id);
    expect((await submit(stays, id)).status).toBe(200);
    const submission = (await read(stays, id)).submission?.id ?? '';
    const fields = async () =>
      Object.fromEntries(
        (await world.cy.call('GET /api/v1/approvals/{id}', { id: submission })).fields.flatMap(
          ({ key, value, before }) => (key === null ? [] : [[key, [value, before]]]),
        ),
      );
    expect(await fields()).toMatchObject({ officers: [expect.stringMatching(/: Gil Ash/), null] });
    // As in a renewal.
    const renewed = [
      {
        key: 'officers',
        label: '',
        value: 'President: Gil Ash (x.y) Jr\nTreasurer: Gil Ash (x.y)',
        before: 'Treasurer: Gil Ash (x.y), Gil Ash (x.y) Jr',
      },
      { key: 'removals', label: '', value: 'Ana Silva, Gil Ash (x.y)' },
      { key: 'name', label: '', value: 'Friends of Gil Ash (x.y)', before: 'Gil Ash (x.y), etc.' },
    ];
    await world.sql('update approval_submissions set fields = $2 where id = $1', [
      Number(submission),
      JSON.stringify(renewed),
    ]);
    await gone.call('POST /api/v1/account/erase', { password: worldPassword });
    await world.app.jobs.settle();
    expect(await fields()).toMatchObject({
      officers: ['President: Gil Ash (x.y) Jr\nTreasurer: –', 'Treasurer: –, Gil Ash (x.y) Jr'],
      removals: ['Ana Silva, –', null],
      name: ['Friends of Gil Ash (x.y)', 'Gil Ash (x.y), etc.'],
    });
  });

  test('is submitted once by two simultaneous calls', async () => {
    const { ana, ben } = world;
    const id = await fill(ana, 'Twice', [{ uid: ben.uid, position: treasurer }]);
    const { version } = await read(ana, id);
    const sent = await Promise.all(
      [1, 2].map(() => ana.try('POST /api/v1/club-registrations/{id}/submission', { id, version })),
    );
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [row] = await world.sql<{ n: number }>(
      `select count(*)::int as n from approval_submissions where subject_id = ${id}`,
    );
    expect(row?.n).toBe(1);
    const clientId = newClientId();
    const made = await Promise.all(
      [1, 2].map(() => ana.call('POST /api/v1/club-registrations', { clientId })),
    );
    expect(made[0]?.id).toBe(made[1]?.id);
    expect(
      codeOf(
        await change(ben, made[0]?.id ?? '', { name: 'x' }).catch(
          () => ({ status: 404, body: {} }) as Answer,
        ),
      )[0],
    ).toBe(404);
  });

  test('is rejected if the school has turned registration off, and concurrent settings changes are rejected', async () => {
    const { admin, ana } = world;
    const { version } = await admin.call('GET /api/v1/school/club-registration');
    await admin.call('PATCH /api/v1/school/club-registration', { version, registrants: 'nobody' });
    expect(codeOf(await admin.try('PATCH /api/v1/school/club-registration', { version }))).toEqual([
      409,
      'club_registration_changed',
    ]);
    const begun = await ana.try('POST /api/v1/club-registrations', { clientId: newClientId() });
    expect(codeOf(begun)).toEqual([409, 'club_registration_closed']);
    expect((await ana.call('GET /api/v1/club-registrations')).can.register).toBe(false);
    await admin.call('PATCH /api/v1/school/club-registration', {
      version: version + 1,
      registrants: 'everybody',
    });
  });
});

describe('[CLUB-03] a club renewal', () => {
  const dayMs = 86_400_000;
  const tend = () => runMaintenance(world.pool, maintenance, world.clock.now());
  /** Advances the clock and signs everyone in again, because their tokens have expired. */
  const wait = async (days: number) => {
    world.clock.advance(days * dayMs);
    for (const who of ['ana', 'ben', 'cy', 'admin'] as const)
      Object.assign(people, { [who]: await world.signInAgain(world[who]) });
  };
  const people = {} as Record<'ana' | 'ben' | 'cy' | 'admin', Person>;
  const standings = async () => {
    const { items, counts } = await people.admin.call(
      'GET /api/v1/school/club-registration/clubs',
      {},
    );
    return { counts, states: Object.fromEntries(items.map(({ name, state }) => [name, state])) };
  };
  const remindersOf = async (who: Person) => {
    await world.app.jobs.settle();
    return (await who.call('GET /api/v1/notifications', {})).items
      .filter(({ kind }) => kind === 'club_renewal_due' || kind === 'club_frozen')
      .map(({ kind, about }) => `${kind} ${about?.title}`)
      .filter((one) => one.endsWith('Chess'));
  };

  test('is due within its window, changes the officers, and freezes clubs that haven’t renewed', async () => {
    const robots = await clubOf(world.ana, world.ben, 'Robots');
    const chess = await clubOf(world.ben, world.ana, 'Chess');
    await wait(100);
    const { admin, ana, ben, cy } = people;
    const at = (days: number) => new Date(world.clock.now().getTime() + days * dayMs).toISOString();
    expect(
      codeOf(
        await admin.try('PUT /api/v1/school/club-registration/window', {
          name: '2027',
          opensAt: at(2),
          closesAt: at(1),
        }),
      ),
    ).toEqual([422, 'club_window_times']);
    await admin.call('PUT /api/v1/school/club-registration/window', {
      name: '2027',
      opensAt: at(1),
      closesAt: at(31),
    });
    const early = await ana.try('POST /api/v1/clubs/{id}/renewal', {
      id: robots.club,
      clientId: newClientId(),
    });
    expect(codeOf(early)).toEqual([409, 'club_renewal_not_open']);
    await wait(2);
    expect((await standings()).states).toMatchObject({ Robots: 'due', Chess: 'due' });
    expect((await people.ana.call('GET /api/v1/club-registrations')).due).toMatchObject(
      [{ name: 'Robots', window: { name: '2027' } }, { name: 'Night Owls' }].toReversed(),
    );

    // Only staff can freeze clubs that haven't renewed, together, and undo it. A repeated call does nothing.
    const frozen = { clubs: [robots.club] };
    const freeze = (who: Person) => who.try('POST /api/v1/school/club-registration/freeze', frozen);
    expect(codeOf(await freeze(people.ben))).toEqual([403, 'forbidden']);
    expect((await freeze(people.admin)).body).toEqual(frozen);
    expect((await freeze(people.admin)).body).toEqual({ clubs: [] });
    await world.app.jobs.settle();
    const news = (await people.ana.call('GET /api/v1/notifications', {})).items;
    expect(
      news.flatMap(({ kind, about }) => (kind.startsWith('club_frozen') ? [[kind, about]] : [])),
    ).toMatchObject([['club_frozen_by_staff', { title: 'Robots', path: '/club-registrations' }]]);
    expect((await standings()).states).toMatchObject({ Robots: 'frozen', Chess: 'due' });
    const unfrozen = await people.admin.call(
      'POST /api/v1/school/club-registration/unfreeze',
      frozen,
    );
    expect(unfrozen).toEqual(frozen);
    expect((await standings()).states).toMatchObject({ Robots: 'due' });
    const log = (await people.admin.call('GET /api/v1/audit', { size: 2 })).entries;
    expect(log.map(({ kind, detail }) => [kind, detail['act'], detail['name']])).toEqual([
      ['club_changed', 'unfrozen', 'Robots'],
      ['club_changed', 'frozen', 'Robots'],
    ]);
    expect(log[1]?.actor?.uid).toBe(admin.uid);

    // If two officers start at the same time, there is one renewal.
    const begun = await Promise.all(
      [1, 2].map(() =>
        people.ana.call('POST /api/v1/clubs/{id}/renewal', {
          id: robots.club,
          clientId: newClientId(),
        }),
      ),
    );
    expect(begun[0]?.id).toBe(begun[1]?.id);
    const id = begun[0]?.id ?? '';
    expect(begun[0]).toMatchObject({ name: 'Robots', answers, changes: [{ what: 'officer' }, {}] });
    const refused = await people.cy.try('POST /api/v1/clubs/{id}/renewal', {
      id: robots.club,
      clientId: newClientId(),
    });
    expect(codeOf(refused)).toEqual([403, 'forbidden']);
    await people.cy.call('PUT /api/v1/clubs/{id}/membership', { id: robots.club });

    await change(people.ana, id, {
      officers: [
        { uid: ben.uid, position: president },
        { uid: cy.uid, position: treasurer },
      ],
      answers: { ...answers, meets: 'Workshop' },
      revision,
    });
    expect(codeOf(await submit(people.ana, id))).toEqual([422, 'club_application_incomplete']);
    await change(people.ana, id, { isRosterConfirmed: true, membership: 'request' });
    const written = await read(people.ana, id);
    expect(written.steps).toEqual([
      {
        name: 'Student Life',
        reviewers: {
          people: [expect.objectContaining({ uid: admin.uid })],
          roles: [],
          managers: false,
        },
      },
    ]);
    expect(written.changes).toEqual([
      { what: 'membership', label: '', before: 'open', after: 'request' },
      { what: 'officer', label: 'President', before: 'Ana Silva', after: expect.any(String) },
      {
        what: 'officer',
        label: 'Treasurer',
        before: expect.any(String),
        after: expect.any(String),
      },
      { what: 'answer', label: 'Where do you meet?', before: 'Library, room 2', after: 'Workshop' },
    ]);
    expect((await submit(people.ana, id)).status).toBe(200);
    // Reviewers see translatable values, each with the one that it replaces.
    const { submission } = await read(people.ana, id);
    expect(submission?.fields.filter(({ before }) => before !== null)).toEqual([
      { key: 'membership', label: 'Who can join', value: 'request', before: 'open' },
      expect.objectContaining({
        key: 'officers',
        before: expect.stringContaining('President: Ana Silva'),
      }),
      { key: null, label: 'Where do you meet?', value: 'Workshop', before: 'Library, room 2' },
    ]);
    expect((await standings()).states).toMatchObject({ Robots: 'review', Chess: 'due' });

    // Reminders 14, 7 and 1 days before the close, to officers of clubs that haven't renewed.
    await tend();
    expect(await remindersOf(people.ben)).toEqual([]);
    for (const [days, stage] of [
      [16, 14],
      [7, 7],
      [5.5, 1],
    ] as const) {
      await wait(days);
      await tend();
      await tend();
      expect(await remindersOf(people.ben)).toEqual(['club_renewal_due Chess']);
      expect(await world.sql('select reminded_days from club_renewal_windows')).toEqual([
        { reminded_days: stage },
      ]);
    }
    expect(await remindersOf(people.cy)).toEqual([]);

    // A club whose renewal was submitted in time isn't frozen. It is approved later.
    await wait(1);
    await tend();
    expect((await standings()).states).toMatchObject({ Robots: 'review', Chess: 'frozen' });
    expect(await remindersOf(people.ben)).toEqual(['club_frozen Chess']);
    const [entry] = await world.sql<{ detail: object }>(
      `select detail from activity_log where kind = 'club_changed' and detail ->> 'act' = 'frozen' and detail ->> 'name' = 'Chess'`,
    );
    expect(entry?.detail).toEqual({ club: chess.club, name: 'Chess', act: 'frozen' });
    const closed = await people.ben.try('PATCH /api/v1/clubs/{id}', {
      id: chess.club,
      version: 1,
      address: 'Room 3',
    });
    expect(codeOf(closed)).toEqual([409, 'club_inactive']);

    expect((await decide(people.admin, id, 'approve')).status).toBe(200);
    // None of the new officers has accepted, so the club keeps the current ones until one does.
    expect(await officersOf(robots.club, people.admin)).toEqual([
      'President: Ana',
      'Treasurer: Ben',
    ]);
    await accept(people.ben, id);
    expect(await officersOf(robots.club, people.admin)).toEqual(['President: Ben']);
    await accept(people.cy, id);
    expect(await officersOf(robots.club, people.admin)).toEqual([
      'President: Ben',
      'Treasurer: Cy',
    ]);

    // A late renewal unfreezes the club.
    const late = await people.ben.call('POST /api/v1/clubs/{id}/renewal', {
      id: chess.club,
      clientId: newClientId(),
    });
    await change(people.ben, late.id, {
      description: 'Chess, again.',
      officers: [
        { uid: ben.uid, position: president },
        { uid: people.ana.uid, position: treasurer },
      ],
      isRosterConfirmed: true,
    });
    expect((await submit(people.ben, late.id)).status).toBe(200);
    expect((await standings()).states).toMatchObject({ Chess: 'late', Robots: 'renewed' });
    expect((await decide(people.admin, late.id, 'approve')).status).toBe(200);
    expect(
      await people.ben.call('GET /api/v1/clubs/{id}/layout', { id: chess.club }),
    ).toMatchObject({ status: 'active', description: 'Chess, again.' });
    expect((await standings()).states).toMatchObject({ Chess: 'renewed' });
    // Clubs that have renewed aren't frozen.
    expect((await freeze(people.admin)).body).toEqual({ clubs: [] });
    const { csv } = await people.admin.call('GET /api/v1/school/club-registration/clubs/export', {
      state: 'renewed',
    });
    expect(csv.split('\r\n').map((line) => line.split(',').slice(0, 2).join())).toEqual([
      '\u{feff}Club,State',
      'Chess,renewed',
      'Robots,renewed',
      '',
    ]);
  });
});
