import { beforeAll, describe, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoints.ts';
import { approvalKinds, type ReviewerKind } from '#contract/approvals/kinds.ts';
import { newClientId } from '#contract/client-id.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import type { Context } from '../../kernel/context.ts';
import { transact } from '../../kernel/context.ts';
import type { ApprovalKind } from '../../kernel/feature.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { maintenance } from '../../app.ts';
import * as submissions from './submissions.ts';

/** The content and outcome of test subjects. */
const subjects = new Map<number, { title: string; plan: string; club: number | null }>();
const outcomes: string[] = [];
const keeping =
  (what: string) =>
  async (_: Context, { subject }: { subject: number }) => {
    outcomes.push(`${what} ${subject}`);
  };
/** The person who acts for the submitter, by subject. */
const allies = new Map<number, number>();
/** Subjects whose approval fails. */
const broken = new Set<number>();
const kind: ApprovalKind = {
  kind: 'proposal',
  name: 'Proposal',
  isOfClub: true,
  describe: async (_, subject) => {
    const { title = '', plan = '', club = null } = subjects.get(subject) ?? {};
    return { title, link: null, club, fields: [{ key: 'plan', label: 'Plan', value: plan }] };
  },
  canAct: async ({ actor }, subject) =>
    actor.kind === 'member' && allies.get(subject) === actor.userId,
  onApproved: async (context, outcome) => {
    if (broken.has(outcome.subject)) throw new Error('the feature refused');
    await keeping('approved')(context, outcome);
  },
  onDenied: keeping('denied'),
  onChangesRequested: keeping('changes'),
  onWithdrawn: keeping('withdrawn'),
};

const world = inWorld({ approvalKinds: [kind] });

/** Runs code as a feature does in a handler. */
const as = <T>(who: Person, work: (context: Context) => Promise<T>): Promise<T> =>
  transact(
    {
      ...scopeParts(),
      actor: {
        kind: 'member',
        userId: who.id,
        sessionId: 'of a test',
        isAdmin: false,
        isAdviser: false,
      },
    },
    work,
  );
const scopeParts = () =>
  ({
    pool: world.pool,
    school: { school_id: world.school },
    clock: world.clock,
    origin: '',
    nudge: () => undefined,
    isHandled: () => true,
    live: { deliver: () => undefined },
  }) as unknown as Context;

let last = 0;
const submitNew = async (who: Person, title: string, club: number | null = null) => {
  const subject = (last += 1);
  world.clock.advance(1_000);
  subjects.set(subject, { title, plan: 'A garden', club });
  const id = await as(who, (context) => submissions.submit(context, kind, subject));
  return { id, subject };
};

type Step = { name: string; reviewers: ReviewerKind; people?: string[]; role?: string };
const putSteps = async (steps: Step[], reminderDays: number | null = null) => {
  const { items } = await world.admin.call('GET /api/v1/school/approval-processes');
  const version = items.find((one) => one.kind === 'proposal')?.version ?? 0;
  return world.admin.call('PUT /api/v1/school/approval-processes/{kind}', {
    kind: 'proposal',
    version,
    reminderDays,
    steps,
  });
};

type Submission = ReplyOf<'GET /api/v1/approvals/{id}'>;
const read = (who: Person, id: string) => who.call('GET /api/v1/approvals/{id}', { id });
const decide = async (
  who: Person,
  id: string,
  decision: 'approve' | 'request_changes' | 'deny',
  reason = '',
): Promise<Submission> => {
  const { version } = await read(who, id);
  return who.call('POST /api/v1/approvals/{id}/decision', { id, version, decision, reason });
};
const titlesOf = async (who: Person, list: 'waiting' | 'open' | 'decided') =>
  (await who.call('GET /api/v1/approvals', { list })).items.map(({ title }) => title);
const newsOf = async (who: Person) => {
  await world.app.jobs.settle();
  const { items } = await who.call('GET /api/v1/notifications', { only: 'unread' });
  return items.map((one) => `${one.kind} ${one.about?.title}`);
};

let dean: Person;
let finance: Person;
let role: string;

beforeAll(async () => {
  dean = await world.join({ username: 'dean', first_name: 'Dee', last_name: 'Dean' });
  finance = await world.join({ username: 'finance', first_name: 'Fay', last_name: 'Nance' });
  const made = await world.admin.call('POST /api/v1/school/roles', {
    name: 'Finance committee',
    permissions: [],
  });
  role = made.id;
  await world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', {
    id: role,
    uid: finance.uid,
  });
});

const twoSteps = (): Step[] => [
  { name: 'Dean', reviewers: 'people', people: [dean.uid] },
  { name: 'Finance', reviewers: 'role', role },
];

describe('a submission', () => {
  test('goes through its steps, returns to the step that requests changes, and ends in the last step’s transaction', async () => {
    await putSteps(twoSteps());
    const { id, subject } = await submitNew(world.ana, 'Garden');
    expect(await newsOf(dean)).toEqual(['submission_waiting Garden']);
    expect(await newsOf(finance)).toEqual([]);
    expect(await titlesOf(dean, 'waiting')).toEqual(['Garden']);
    expect(await titlesOf(finance, 'waiting')).toEqual([]);
    expect(await titlesOf(finance, 'open')).toEqual(['Garden']);
    expect((await read(finance, id)).can).toMatchObject({ decide: false, comment: true });
    const early = await finance.try('POST /api/v1/approvals/{id}/decision', {
      id,
      version: 2,
      decision: 'approve',
    });
    expect([early.status, early.body]).toMatchObject([403, { code: 'forbidden' }]);

    await decide(dean, id, 'approve');
    expect(await newsOf(dean)).toEqual([]);
    expect(await newsOf(finance)).toEqual(['submission_waiting Garden']);
    const wordless = await finance.try('POST /api/v1/approvals/{id}/decision', {
      id,
      version: (await read(finance, id)).version,
      decision: 'deny',
      reason: '  ',
    });
    expect(wordless.status).toBe(400);
    await decide(finance, id, 'request_changes', 'Add a quote.');
    expect(await newsOf(world.ana)).toEqual(['submission_changes_requested Garden']);
    expect(await titlesOf(finance, 'waiting')).toEqual([]);

    const back = await read(world.ana, id);
    expect(back).toMatchObject({
      state: 'changes_requested',
      step: { place: 1, name: 'Finance', count: 2 },
      can: { decide: false, withdraw: true, resubmit: true },
    });
    subjects.set(subject, { title: 'Garden', plan: 'A garden, with a quote', club: null });
    await world.ana.call('POST /api/v1/approvals/{id}/resubmit', { id, version: back.version });
    expect(await titlesOf(dean, 'waiting')).toEqual([]);
    expect(await read(finance, id)).toMatchObject({
      state: 'submitted',
      fields: [{ key: 'plan', label: 'Plan', value: 'A garden, with a quote', before: null }],
    });
    // Repeated, it is stored once.
    const comment = { id, clientId: newClientId(), text: 'Thank you.' };
    await finance.call('POST /api/v1/approvals/{id}/comments', comment);
    const again = await finance.call('POST /api/v1/approvals/{id}/comments', comment);
    expect(again.entries.filter(({ text }) => text === 'Thank you.')).toHaveLength(1);
    expect(await decide(finance, id, 'approve')).toMatchObject({
      state: 'approved',
      stages: [
        { name: 'Dean', state: 'approved', decidedBy: { uid: dean.uid } },
        { name: 'Finance', state: 'approved', decidedBy: { uid: finance.uid } },
      ],
      can: { decide: false, comment: false, withdraw: false, resubmit: false },
    });
    expect(
      (await read(world.ana, id)).entries.map((one) => [one.kind, one.step, one.text]),
    ).toEqual([
      ['submitted', null, ''],
      ['approved', 'Dean', ''],
      ['changes_requested', 'Finance', 'Add a quote.'],
      ['resubmitted', null, ''],
      ['comment', null, 'Thank you.'],
      ['approved', 'Finance', ''],
    ]);
    expect(outcomes).toEqual([`changes ${subject}`, `approved ${subject}`]);
    expect(await titlesOf(dean, 'decided')).toEqual(['Garden']);
    const { entries } = await world.admin.call('GET /api/v1/audit');
    expect(
      entries.filter((one) => one.kind === 'submission_changed').map((one) => one.detail['act']),
    ).toEqual(['approved', 'resubmitted', 'changes_requested', 'approved', 'submitted']);
  });

  test('is unchanged if its feature’s handler fails', async () => {
    await putSteps([{ name: 'Dean', reviewers: 'people', people: [dean.uid] }]);
    const { id, subject } = await submitNew(world.ana, 'Refused');
    broken.add(subject);
    const { version } = await read(dean, id);
    const answer = await dean.try('POST /api/v1/approvals/{id}/decision', {
      id,
      version,
      decision: 'approve',
    });
    expect(answer.status).toBe(500);
    expect(await read(dean, id)).toMatchObject({ state: 'submitted', version });
  });

  test('is decided once by two simultaneous reviewers, and the second gets an error', async () => {
    await putSteps([{ name: 'Both', reviewers: 'people', people: [dean.uid, finance.uid] }]);
    for (const round of [1, 2, 3]) {
      const { id, subject } = await submitNew(world.ana, `Race ${round}`);
      const { version } = await read(dean, id);
      const answers = await Promise.all([
        dean.try('POST /api/v1/approvals/{id}/decision', { id, version, decision: 'approve' }),
        finance.try('POST /api/v1/approvals/{id}/decision', {
          id,
          version,
          decision: 'deny',
          reason: 'No.',
        }),
        world.ana.try('POST /api/v1/approvals/{id}/withdraw', { id, version }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        code: 'submission_changed',
      });
      expect((await read(dean, id)).entries).toHaveLength(2);
      expect(outcomes.filter((one) => one.endsWith(` ${subject}`))).toHaveLength(1);
    }
  });

  test('is created once by simultaneous calls, and can be created again after it ends', async () => {
    await putSteps([{ name: 'Dean', reviewers: 'people', people: [dean.uid] }]);
    const subject = (last += 1);
    subjects.set(subject, { title: 'Twice', plan: '', club: null });
    const submit = () => as(world.ana, (context) => submissions.submit(context, kind, subject));
    const both = await Promise.allSettled([submit(), submit()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const first = await as(world.ana, (context) =>
      submissions.submissionOf(context, kind, subject),
    );
    await decide(dean, first?.id ?? '', 'deny', 'Too late.');
    expect(await submit()).not.toBe(first?.id);
    expect(
      await as(world.ana, (context) => submissions.submissionOf(context, kind, subject)),
    ).toMatchObject({ state: 'submitted', entries: [{ kind: 'submitted' }] });
    expect(
      await as(world.cy, (context) => submissions.submissionOf(context, kind, subject)),
    ).toBeNull();
  });

  test('keeps the steps that existed when it was submitted', async () => {
    await putSteps(twoSteps());
    const { id } = await submitNew(world.ana, 'Before');
    await putSteps([{ name: 'Only', reviewers: 'people', people: [world.ben.uid] }]);
    const later = await submitNew(world.ana, 'After');
    const names = async (submission: string) =>
      (await read(world.ana, submission)).stages.map(({ name }) => name);
    expect(await names(id)).toEqual(['Dean', 'Finance']);
    expect(await names(later.id)).toEqual(['Only']);
    await decide(dean, id, 'approve');
    expect(await decide(finance, id, 'approve')).toMatchObject({ state: 'approved' });
    const stale = await world.admin.try('PUT /api/v1/school/approval-processes/{kind}', {
      kind: 'proposal',
      version: 1,
      reminderDays: null,
      steps: [],
    });
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'approval_process_changed' }]);
  });
});

describe('permissions for submissions', () => {
  test('return 404 to strangers, other schools and people who lost the role', async () => {
    await putSteps([{ name: 'Finance', reviewers: 'role', role }]);
    const { id } = await submitNew(world.ana, 'Private');
    const { version } = await read(finance, id);
    const member = { id: role, uid: finance.uid };
    await world.admin.call('DELETE /api/v1/school/roles/{id}/members/{uid}', member);
    for (const who of [world.ben, world.cy, world.eve, finance]) {
      for (const [key, input] of [
        ['GET /api/v1/approvals/{id}', { id }],
        ['POST /api/v1/approvals/{id}/decision', { id, version, decision: 'approve' }],
        ['POST /api/v1/approvals/{id}/comments', { id, text: 'Hello' }],
        ['POST /api/v1/approvals/{id}/withdraw', { id, version }],
        ['POST /api/v1/approvals/{id}/resubmit', { id, version }],
      ] as const)
        expect((await who.try(key, input)).status).toBe(404);
      for (const list of ['waiting', 'open'] as const)
        expect(await titlesOf(who, list)).not.toContain('Private');
      expect((await who.try('GET /api/v1/school/approval-processes')).status).toBe(403);
    }
    // Approval managers can act, but only the submitter can withdraw it.
    expect(
      (await world.admin.try('POST /api/v1/approvals/{id}/withdraw', { id, version })).status,
    ).toBe(404);
    await world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', member);
    expect(await titlesOf(finance, 'waiting')).toContain('Private');
    expect(await decide(world.admin, id, 'approve')).toMatchObject({ state: 'approved' });
  });

  test('fall to people who manage approvals if there are no steps or the role is vacant or deleted', async () => {
    await putSteps([]);
    const none = await submitNew(world.ana, 'No steps');
    const vacant = await world.admin.call('POST /api/v1/school/roles', {
      name: 'Vacant',
      permissions: [],
    });
    await putSteps([{ name: 'Vacant', reviewers: 'role', role: vacant.id }]);
    const empty = await submitNew(world.ana, 'Vacant office');
    expect(await newsOf(world.admin)).toEqual(
      expect.arrayContaining(['submission_waiting No steps', 'submission_waiting Vacant office']),
    );
    expect(await titlesOf(world.admin, 'waiting')).toEqual(['No steps', 'Vacant office']);
    await world.admin.call('DELETE /api/v1/school/roles/{id}', { id: vacant.id });
    await decide(world.admin, none.id, 'approve');
    await decide(world.admin, empty.id, 'approve');
    const { items } = await world.admin.call('GET /api/v1/school/approval-processes');
    const unknown = await world.admin.try('PUT /api/v1/school/approval-processes/{kind}', {
      kind: 'proposal',
      version: items.find((one) => one.kind === 'proposal')?.version,
      reminderDays: null,
      steps: [{ name: 'Vacant', reviewers: 'role', role: vacant.id }],
    });
    expect([unknown.status, unknown.body]).toMatchObject([
      422,
      { code: 'approval_reviewers_unknown' },
    ]);
  });

  test('exclude a person’s own submissions unless no one else can decide', async () => {
    await putSteps([{ name: 'Dean', reviewers: 'people', people: [dean.uid, finance.uid] }]);
    const { id } = await submitNew(dean, 'Of the dean');
    expect(await titlesOf(dean, 'waiting')).not.toContain('Of the dean');
    expect(await titlesOf(finance, 'waiting')).toContain('Of the dean');
    const { version, can } = await read(dean, id);
    expect(can.decide).toBe(false);
    const own = await dean.try('POST /api/v1/approvals/{id}/decision', {
      id,
      version,
      decision: 'approve',
    });
    expect([own.status, own.body]).toMatchObject([403, { code: 'own_submission' }]);
    await decide(finance, id, 'approve');
    await putSteps([]);
    const alone = await submitNew(world.admin, 'Of the only admin');
    expect(await titlesOf(world.admin, 'waiting')).toEqual(['Of the only admin']);
    expect(await decide(world.admin, alone.id, 'approve')).toMatchObject({ state: 'approved' });
  });

  test('let people who act for the submitter see, comment and resubmit, without becoming the submitter', async () => {
    await putSteps([{ name: 'Dean', reviewers: 'people', people: [dean.uid] }]);
    const { id, subject } = await submitNew(world.ana, 'Shared');
    expect((await world.ben.try('GET /api/v1/approvals/{id}', { id })).status).toBe(404);
    allies.set(subject, world.ben.id);
    await decide(dean, id, 'request_changes', 'Shorter.');
    await world.ben.call('POST /api/v1/approvals/{id}/comments', { id, text: 'On it.' });
    const { version, can } = await read(world.ben, id);
    expect(can).toEqual({
      decide: false,
      comment: true,
      withdraw: true,
      resubmit: true,
      remind: false,
    });
    expect(
      await world.ben.call('POST /api/v1/approvals/{id}/resubmit', { id, version }),
    ).toMatchObject({
      state: 'submitted',
      submitter: { uid: world.ana.uid },
      entries: [{}, {}, {}, { kind: 'resubmitted', author: { uid: world.ben.uid } }],
    });
  });

  test('notify the submitter and the step’s reviewers of a comment, but not its author', async () => {
    await putSteps([{ name: 'Dean', reviewers: 'people', people: [dean.uid] }]);
    const { id } = await submitNew(world.ana, 'Commented');
    const say = (who: Person, text: string) =>
      who.call('POST /api/v1/approvals/{id}/comments', { id, text });
    const commentsFor = async (who: Person) =>
      (await newsOf(who)).filter((one) => one === 'submission_commented Commented').length;
    await say(dean, 'Which room?');
    await say(dean, 'And when?');
    expect([
      await commentsFor(world.ana),
      await commentsFor(dean),
      await commentsFor(world.ben),
    ]).toEqual([1, 0, 0]);
    await say(world.ana, 'The garden, in May.');
    expect([
      await commentsFor(world.ana),
      await commentsFor(dean),
      await commentsFor(finance),
    ]).toEqual([1, 1, 0]);
    // After a decision, the notifications are settled, and comments remain readable.
    await decide(dean, id, 'approve');
    expect(await commentsFor(dean)).toBe(1);
  });

  test('use the position in the club that the submission is about', async () => {
    const club = async (name: string, president: Person, n: number) =>
      Number(
        (
          await world.admin.call('POST /api/v1/clubs', {
            clientId: `0190f0e0-0000-7000-8000-00000000000${n}`,
            name,
            membership: 'open',
            president: president.uid,
          })
        ).id,
      );
    const rowing = await club('Rowing', world.ben, 1);
    await club('Chess', world.cy, 2);
    const { positions } = await world.admin.call('GET /api/v1/school/approval-processes');
    const president = positions.find(({ name }) => name === 'President');
    await putSteps([{ name: 'President', reviewers: 'position', role: president?.id ?? '' }]);
    const { id } = await submitNew(world.ana, 'Boat', rowing);
    expect(await read(world.ben, id)).toMatchObject({ club: { name: 'Rowing' } });
    expect((await world.cy.try('GET /api/v1/approvals/{id}', { id })).status).toBe(404);
    expect(await decide(world.ben, id, 'approve')).toMatchObject({ state: 'approved' });
    const clubless = await submitNew(world.ana, 'Of no club');
    expect((await world.ben.try('GET /api/v1/approvals/{id}', { id: clubless.id })).status).toBe(
      404,
    );
    expect(await titlesOf(world.admin, 'waiting')).toContain('Of no club');
    await as(world.admin, (context) => submissions.forget(context, kind, clubless.subject));
    expect(await titlesOf(world.admin, 'waiting')).not.toContain('Of no club');
  });
});

test('deleting an account deletes submissions about the person and keeps their decisions without a name', async () => {
  const gone = await world.join({ username: 'gone', first_name: 'Gone' });
  await putSteps([{ name: 'Gone', reviewers: 'people', people: [gone.uid] }]);
  const own = await submitNew(gone, 'Mine');
  const { id } = await submitNew(world.ana, 'Judged');
  await decide(gone, id, 'request_changes', 'Shorter, please.');
  await gone.call('POST /api/v1/account/erase', { password: 'correct horse battery' });
  await world.app.jobs.settle();
  expect(await read(world.admin, own.id)).toMatchObject({
    title: '',
    fields: [],
    state: 'withdrawn',
    submitter: null,
  });
  expect((await read(world.ana, id)).entries.at(-1)).toMatchObject({
    kind: 'changes_requested',
    author: null,
    text: 'Shorter, please.',
  });
});

test('lists are paginated with each submission once, even if a person reviews several of its steps', async () => {
  const twice = { reviewers: 'people' as const, people: [dean.uid] };
  await putSteps([
    { name: 'First', ...twice },
    { name: 'Second', ...twice },
    { name: 'Third', reviewers: 'role', role },
  ]);
  await world.admin.call('PUT /api/v1/school/roles/{id}/members/{uid}', {
    id: role,
    uid: dean.uid,
  });
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await submitNew(world.ana, title);
    if (title !== 'Three') await decide(dean, id, 'deny', 'No.');
    else await submitNew(world.ana, 'Four');
  }
  for (const list of ['waiting', 'open', 'decided'] as const) {
    const whole = await dean.call('GET /api/v1/approvals', { list, size: 100 });
    expect(new Set(whole.items.map(({ id }) => id)).size).toBe(whole.items.length);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: ReplyOf<'GET /api/v1/approvals'> = await dean.call('GET /api/v1/approvals', {
        list,
        size: 2,
        ...(cursor !== null && { cursor }),
      });
      walked.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(walked).toEqual(whole.items.map(({ id }) => id));
    expect(walked.length).toBeGreaterThan(1);
  }
});

test('the types that features declare match the contract', async () => {
  const { items } = await world.admin.call('GET /api/v1/school/approval-processes');
  // Club officers decide on proposed events, regardless of the school's steps.
  const withSteps = approvalKinds.filter((one) => one !== 'event_proposal');
  expect(items.map((one) => one.kind).toSorted()).toEqual([...withSteps, kind.kind].toSorted());
});

test('reviewers get a reminder after the process’s number of days, and only one per day', async () => {
  await putSteps([{ name: 'Dean', reviewers: 'people', people: [dean.uid] }], 3);
  const { id } = await submitNew(world.ana, 'Slow');
  const day = 86_400_000;
  const round = async (ms: number) => {
    world.clock.advance(ms);
    dean = await world.signInAgain(dean);
    await runMaintenance(world.pool, maintenance, world.clock.now());
    return (await newsOf(dean)).filter((one) => one.endsWith('Slow'));
  };
  expect(await newsOf(dean)).toContain('submission_waiting Slow');
  expect(await round(2 * day)).toEqual(['submission_waiting Slow']);
  expect(await round(1.1 * day)).toEqual(['submission_reminder Slow']);
  const [before] = (await dean.call('GET /api/v1/notifications', { only: 'unread' })).items;
  expect(await round(0.5 * day)).toEqual(['submission_reminder Slow']);
  const [after] = (await dean.call('GET /api/v1/notifications', { only: 'unread' })).items;
  expect(after?.id).toBe(before?.id);
  await decide(dean, id, 'deny', 'Too slow.');
  expect(await round(9 * day)).toEqual([]);
});
