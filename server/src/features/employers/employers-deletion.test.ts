import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { contactData } from '#server/features/employers/employers.queries.ts';
import { inEmployers } from '../../../test/in-employers.ts';
import { tablesRead } from '../../../test/tables-read.ts';
import { inWorld, type Answer } from '../../../test/world.ts';

const world = inWorld();
const { addEmployer, content, decide, linkFor, openJob, post, signInWith } = inEmployers(world);
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];

const add = async (name: string, email: string) => {
  const made = await addEmployer(name, email);
  return {
    id: made.id,
    contact: made.contacts[0]?.id ?? '',
    who: await signInWith(await linkFor(email)),
  };
};
type Added = Awaited<ReturnType<typeof add>>;
let reed: Added;
let oak: Added;
beforeAll(async () => {
  reed = await add('Reed Analytics', 'mara@reed.example');
  oak = await add('Oak Works', 'nora@oak.example');
});

/** Counts an employer's rows in each table that has any. */
const countsOf = async (employer: string) => {
  const [row] = await world.sql<Record<string, number>>(
    `with j as (select id from jobs where employer_id = $1), c as (select id from employer_contacts where employer_id = $1)
    select (select count(*)::int from employers where id = $1) as employers, (select count(*)::int from c) as contacts,
      (select count(*)::int from employer_sessions where contact_id in (select id from c)) as sessions, (select count(*)::int from j) as jobs,
      (select count(*)::int from job_applications where job_id in (select id from j)) as applications`,
    [employer],
  );
  return row;
};

test('a contact’s data download has everything about them and nothing about others', async () => {
  await world.admin.call('POST /api/v1/employers/{id}/contacts', {
    id: reed.id,
    clientId: newClientId(),
    name: 'Lena',
    email: 'lena@reed.example',
  });
  await reed.who.ask('POST', 'links', { email: 'mara@reed.example' });
  await world.app.jobs.settle();
  const answer = await reed.who.ask('GET', 'data');
  expect(answer.body).toMatchObject({
    school: 'Demo University',
    sections: {
      contact: [
        {
          employer: 'Reed Analytics',
          name: 'Mara',
          email: 'mara@reed.example',
          emailLanguage: null,
          lastSignInAt: expect.any(String),
        },
      ],
      sessions: [{ startedAt: expect.any(String) }],
      signInLinks: [{ endsAt: expect.any(String) }],
    },
  });
  expect(answer.text).not.toMatch(/Lena|lena@|Nora|token/);
  // The export reads every table that refers to contacts.
  const tables = await world.sql<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'employer_contacts'::regclass`,
  );
  const read = tablesRead(Object.values(contactData(1, sql``)));
  expect(tables.length).toBeGreaterThan(1);
  expect(tables.filter(({ name }) => !read.has(name))).toEqual([]);
  for (let n = 0; n < 9; n += 1) await reed.who.ask('GET', 'data');
  expect((await reed.who.ask('GET', 'data')).status).toBe(429);
});

test('an open review shows the employer’s new name, and a decided review keeps the old name', async () => {
  const decided = await openJob(oak.who, { title: 'Joiner' });
  const returned = await post(oak.who, { title: 'Carver' });
  await decide(returned, 'request_changes', 'State the pay.');
  const waiting = await post(oak.who, { title: 'Sawyer' });
  await world.admin.call('PATCH /api/v1/employers/{id}', { id: oak.id, name: 'Oak & Elm' });
  const names = async (list: 'waiting' | 'open' | 'decided') =>
    (await world.admin.call('GET /api/v1/approvals', { list })).items.map(
      ({ title, submitterName }) => [title, submitterName],
    );
  expect(await names('waiting')).toContainEqual(['Sawyer', 'Oak & Elm']);
  expect(await names('open')).toContainEqual(['Carver', 'Oak & Elm']);
  expect(await names('decided')).toContainEqual(['Joiner', 'Oak Works']);
  for (const id of [returned, waiting]) {
    const { submission } = await world.admin.call('GET /api/v1/jobs/{id}', { id });
    expect(submission?.submitterName).toBe('Oak & Elm');
    expect(
      new Set(submission?.entries.map(({ author, authorName }) => author === null && authorName)),
    ).toEqual(new Set(id === waiting ? ['Oak & Elm'] : ['Oak & Elm', false]));
  }
  // The employer submits the returned job again, under the new name.
  await oak.who.ask('POST', `jobs/${returned}/submission`);
  expect(await names('waiting')).toContainEqual(['Carver', 'Oak & Elm']);
  await oak.who.ask('POST', `jobs/${decided}/closing`);
});

test('a reviewer without permission to restore a suspended employer sees what they can do instead', async () => {
  const { admin, ben } = world;
  const processes = await admin.call('GET /api/v1/school/approval-processes');
  await admin.call('PUT /api/v1/school/approval-processes/{kind}', {
    kind: 'job',
    version: processes.items.find(({ kind }) => kind === 'job')?.version ?? 0,
    reminderDays: null,
    steps: [{ name: 'Career center', reviewers: 'people', people: [ben.uid], role: null }],
  });
  const id = await post(oak.who, { title: 'Turner' });
  await admin.call('PUT /api/v1/employers/{id}/suspension', { id: oak.id });
  const { items } = await ben.call('GET /api/v1/approvals', { list: 'waiting' });
  const submission = items.find(({ title }) => title === 'Turner')?.id ?? '';
  const { version } = await ben.call('GET /api/v1/approvals/{id}', { id: submission });
  const decision = (to: 'approve' | 'request_changes') =>
    ({ id: submission, version, decision: to, reason: 'Suspended' }) as const;
  const path = 'POST /api/v1/approvals/{id}/decision';
  expect(codeOf(await ben.try(path, decision('approve')))).toEqual([
    409,
    'job_of_suspended_employer',
  ]);
  expect(codeOf(await admin.try(path, decision('approve')))).toEqual([409, 'employer_suspended']);
  expect((await ben.try(path, decision('request_changes'))).status).toBe(200);
  await admin.call('DELETE /api/v1/employers/{id}/suspension', { id: oak.id });
  expect((await admin.call('GET /api/v1/jobs/{id}', { id })).state).toBe('draft');
  const again = await admin.call('GET /api/v1/school/approval-processes');
  await admin.call('PUT /api/v1/school/approval-processes/{kind}', {
    kind: 'job',
    version: again.items.find(({ kind }) => kind === 'job')?.version ?? 0,
    reminderDays: null,
    steps: [],
  });
});

test('[CLUB-04] staff can delete an employer with its contacts, jobs, applications and open reviews', async () => {
  const { admin, ana, eve } = world;
  const question = {
    id: 'why',
    kind: 'short',
    title: 'Why?',
    help: '',
    isRequired: true,
    startsPage: false,
    conditions: [],
  };
  const open = await openJob(reed.who, {
    title: 'Data intern',
    questions: { questions: [question] },
  });
  await ana.call('PUT /api/v1/jobs/{id}/application', {
    id: open,
    answers: { why: 'Because.' },
  } as never);
  await ana.call('PUT /api/v1/jobs/{id}/saved', { id: open });
  const waiting = await post(reed.who, { title: 'Night analyst' });
  const returned = await post(reed.who, { title: 'Day analyst' });
  await decide(returned, 'request_changes', 'State the pay.');
  await world.app.jobs.settle();
  const unread = async () =>
    JSON.stringify(await admin.call('GET /api/v1/notifications', { only: 'unread' }));
  expect(await unread()).toContain('Night analyst');
  const others = await countsOf(oak.id);
  expect(await countsOf(reed.id)).toMatchObject({
    employers: 1,
    contacts: 2,
    sessions: 1,
    jobs: 3,
    applications: 1,
  });

  // Strangers, students and the employer itself can't.
  expect((await eve.try('DELETE /api/v1/employers/{id}', { id: reed.id })).status).toBe(403);
  expect((await ana.try('DELETE /api/v1/employers/{id}', { id: reed.id })).status).toBe(403);
  await world.sql('update users set is_admin = true where id = $1', [eve.id], world.otherSchool);
  const stranger = await world.signInAgain(eve);
  expect((await stranger.try('DELETE /api/v1/employers/{id}', { id: reed.id })).status).toBe(404);
  expect(await countsOf(reed.id)).toMatchObject({ employers: 1 });

  await admin.call('DELETE /api/v1/employers/{id}', { id: reed.id });
  expect(await countsOf(reed.id)).toEqual({
    employers: 0,
    contacts: 0,
    sessions: 0,
    jobs: 0,
    applications: 0,
  });
  expect(await countsOf(oak.id)).toEqual(others);
  for (const table of ['approval_submissions', 'forms'])
    expect([
      table,
      await world.sql(
        `select from ${table} where ${table === 'forms' ? 'owner_kind' : 'kind'} = 'job' and ${table === 'forms' ? 'owner_id' : 'subject_id'} = any($1)`,
        [[open, waiting, returned]],
      ),
    ]).toEqual([table, []]);
  expect((await reed.who.ask('GET', 'account')).status).toBe(401);
  expect((await reed.who.ask('POST', 'jobs', content())).status).toBe(401);
  expect((await ana.try('GET /api/v1/jobs/{id}', { id: open })).status).toBe(404);
  await world.app.jobs.settle();
  expect(await unread()).not.toContain('Night analyst');
  expect((await admin.try('DELETE /api/v1/employers/{id}', { id: reed.id })).status).toBe(404);
  const { entries } = await admin.call('GET /api/v1/audit', { size: 20 });
  expect(entries).toContainEqual(
    expect.objectContaining({
      kind: 'employer_changed',
      detail: expect.objectContaining({ act: 'deleted', name: 'Reed Analytics' }),
    }),
  );
});

test('a contact deleted by a server of the previous version is gone and can be added again', async () => {
  const elm = await add('Elm Labs', 'tara@elm.example');
  await world.sql(
    'update employer_contacts set removed_at = now() where id = $1 and employer_id = $2 and removed_at is null',
    [elm.contact, elm.id],
  );
  expect(await countsOf(elm.id)).toMatchObject({ employers: 1, contacts: 0, sessions: 0 });
  expect((await elm.who.ask('GET', 'data')).status).toBe(401);
  // The statement with which that version adds contacts.
  const insert = () =>
    world.sql(
      `insert into employer_contacts (school_id, employer_id, name, email, invited_at) values (current_school(), $1, 'Tara', 'Tara@elm.example', now())
        on conflict (school_id, lower(email)) where removed_at is null do nothing returning id`,
      [elm.id],
    );
  expect(await insert()).toHaveLength(1);
  expect(await insert()).toHaveLength(0);
});
