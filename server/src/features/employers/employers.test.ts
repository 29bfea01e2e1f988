import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { endpoints } from '#contract/endpoints.ts';
import { employerLimits } from '#contract/employers/limits.ts';
import { inEmployers, type Contact } from '../../../test/in-employers.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();
const dayMs = 86_400_000;
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const settle = () => world.app.jobs.settle();

const {
  openContact,
  linkFor,
  signInWith,
  signInAgain,
  addEmployer,
  content,
  decide,
  post,
  openJob,
} = inEmployers(world);

/** Signs people in again, because their tokens expire after an hour. */
const refreshPeople = async () => {
  for (const who of [world.admin, world.ana, world.ben, world.cy])
    who.tokens = (await world.signInAgain(who)).tokens;
};

const sendFile = async (who: Person, name: string) => {
  const bytes = Buffer.from(`The content of ${name}`);
  const { id } = await who.call('POST /api/v1/uploads', {
    clientId: newClientId(),
    name,
    size: bytes.length,
  });
  await who.call('PUT /api/v1/uploads/{id}', { id, offset: 0, upload: bytes as never });
  return id;
};

let reed: Contact;
let other: Contact;
let reedId = '';
let reedContact = '';
beforeAll(async () => {
  const made = await addEmployer('Reed Analytics', 'mara@reed.example');
  reedId = made.id;
  reedContact = made.contacts[0]?.id ?? '';
  reed = await signInWith(await linkFor('mara@reed.example'));
  await addEmployer('Oak Works', 'nora@oak.example');
  other = await signInWith(await linkFor('nora@oak.example'));
});

test('[CLUB-04] an employer posts a job, the school approves it, a student applies, and the employer decides', async () => {
  const { ana, admin, eve } = world;
  const question = {
    id: 'why',
    kind: 'short',
    title: 'Why us?',
    help: '',
    isRequired: true,
    startsPage: false,
    conditions: [],
  };
  const input = content({ questions: { questions: [question] } });
  const made = await reed.ask('POST', 'jobs', input);
  expect(made.body).toMatchObject({
    state: 'in_approval',
    employer: 'Reed Analytics',
    review: { state: 'waiting', reason: '' },
  });
  const { id } = made.body as { id: string };
  // A retry creates nothing.
  expect((await reed.ask('POST', 'jobs', input)).body).toMatchObject({ id });
  expect((await ana.try('GET /api/v1/jobs/{id}', { id })).status).toBe(404);

  // The reviewer sees the employer as the author, and asks for changes.
  const waiting = await admin.call('GET /api/v1/jobs/{id}', { id });
  expect(waiting.submission).toMatchObject({
    submitter: null,
    submitterName: 'Reed Analytics',
    entries: [{ kind: 'submitted', author: null, authorName: 'Reed Analytics' }],
  });
  await decide(id, 'request_changes', 'State the pay.');
  expect((await reed.ask('GET', `jobs/${id}`)).body).toMatchObject({
    state: 'draft',
    review: { state: 'changes_requested', reason: 'State the pay.' },
  });
  await settle();
  const mail = world.mails.findLast(({ to }) => to === 'mara@reed.example');
  expect(mail?.text).toContain('State the pay.');
  // The employer doesn't see the reviewer's name.
  expect((await reed.ask('GET', `jobs/${id}`)).text).not.toContain('Admin');
  const version = (made.body as { version: number }).version;
  const pay = { min: { amount: 2000, currency: 'USD' }, per: 'hour' };
  expect((await reed.ask('PATCH', `jobs/${id}`, { version, pay })).status).toBe(200);
  expect((await reed.ask('POST', `jobs/${id}/submission`)).body).toMatchObject({
    state: 'in_approval',
  });
  await decide(id, 'approve');

  const seen = await ana.call('GET /api/v1/jobs/{id}', { id });
  expect(seen).toMatchObject({
    state: 'open',
    club: null,
    employer: 'Reed Analytics',
    employerWebsite: 'https://reed-analytics.example',
    submission: null,
    can: { apply: true, manage: false },
  });
  expect((await eve.try('GET /api/v1/jobs/{id}', { id })).status).toBe(404);
  const applied = await ana.try('PUT /api/v1/jobs/{id}/application', {
    id,
    note: 'I like tables.',
    answers: { why: 'Because.' },
    files: [await sendFile(ana, 'resume.txt')],
  });
  expect([applied.status, applied.text]).toEqual([200, applied.text]);

  // The employer sees the fields that the page listed for Ana, and nothing else.
  const listed = await reed.ask('GET', `jobs/${id}/applications`);
  const { items } = listed.body as { items: Record<string, unknown>[] };
  expect(items).toEqual([
    {
      id: expect.any(String),
      name: 'Ana Silva',
      email: ana.email,
      state: 'sent',
      sentAt: expect.any(String),
      note: 'I like tables.',
      questions: [{ id: 'why', title: 'Why us?', kind: 'short', answer: 'Because.' }],
      answerFiles: [],
      files: [expect.objectContaining({ name: 'resume.txt' })],
      message: '',
      decidedAt: null,
    },
  ]);
  expect(listed.text).not.toContain(`"${ana.uid}"`);
  const [file] = (items[0]?.['files'] ?? []) as { url: string }[];
  expect((await world.visit(file?.url ?? '')).text).toBe('The content of resume.txt');
  const application = String(items[0]?.['id']);
  const decision = { state: 'shortlisted', message: 'Call us.' };
  expect(
    (await reed.ask('PUT', `jobs/${id}/applications/${application}`, decision)).body,
  ).toMatchObject({ ...decision, name: 'Ana Silva' });
  await settle();
  const news = await ana.call('GET /api/v1/notifications', { only: 'unread' });
  expect(news.items.some(({ kind }) => kind === 'job_decided')).toBe(true);
  expect((await ana.call('GET /api/v1/jobs/{id}', { id })).application).toMatchObject(decision);

  // A report works, and a change of an open job goes back to the school.
  await ana.call('POST /api/v1/reports', {
    clientId: newClientId(),
    target: { kind: 'job', id },
    reason: 'spam',
    note: 'They asked for money.',
  });
  const now = (await reed.ask('GET', `jobs/${id}`)).body as { version: number };
  const edit = { version: now.version, title: 'Pay us first' };
  expect((await reed.ask('PATCH', `jobs/${id}`, edit)).body).toMatchObject({
    state: 'in_approval',
  });
  expect((await ana.call('GET /api/v1/jobs/{id}', { id })).title).toBe('Data intern');
});

test('an employer’s token works only for employer endpoints, and a person’s token doesn’t work there', async () => {
  const token = reed.jar.values.get('cg_employer') ?? '';
  expect(token).not.toBe('');
  const proofs = {
    cookie: `cg_employer=${token}; cg_session=${token}; XSRF-TOKEN=${reed.csrfToken}`,
    authorization: `Bearer ${token}`,
    'x-cg-csrf-token': reed.csrfToken,
    'x-xsrf-token': reed.csrfToken,
  };
  const wrong: unknown[] = [];
  const send = async (
    { method, path }: { method: string; path: string },
    headers: Record<string, string>,
    host?: string,
  ) =>
    (
      await world.visit(path.replaceAll(/\{\w+\}/g, '999'), {
        method: method as 'GET',
        headers,
        ...(method !== 'GET' && { body: {} }),
        ...(host !== undefined && { host }),
      })
    ).status;
  const closed = endpoints.filter(({ access }) => access !== 'visitor');
  const own = closed.filter(({ access }) => access === 'employer');
  expect(own.length).toBeGreaterThan(8);
  for (const endpoint of closed) {
    if (endpoint.access === 'employer') continue;
    const status = await send(endpoint, proofs);
    if (status !== 401) wrong.push([endpoint.name, status]);
  }
  for (const endpoint of own) {
    expect(endpoint.path.startsWith('/api/v1/employer/')).toBe(true);
    // Without a cookie, with a person's credentials, and at another school.
    const { cookies, tokens } = world.admin;
    const session = cookies.get('cg_session') ?? '';
    const person = {
      cookie: `cg_session=${session}; cg_employer=${session}; XSRF-TOKEN=${cookies.get('XSRF-TOKEN')}`,
      authorization: `Bearer ${tokens.jwt}`,
      'x-cg-csrf-token': tokens.csrfToken,
      'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    };
    for (const status of [
      await send(endpoint, {}),
      await send(endpoint, person),
      await send(endpoint, { authorization: `Bearer ${token}` }),
      await send(endpoint, proofs, 'north.localhost'),
    ])
      if (status !== 401) wrong.push([endpoint.name, status]);
    // Other sites can't use the cookie.
    if (endpoint.method === 'GET') continue;
    const forged = [
      await send(endpoint, { cookie: proofs.cookie }),
      await send(endpoint, { ...proofs, 'sec-fetch-site': 'same-site' }),
      await send(endpoint, { ...proofs, 'x-cg-csrf-token': other.csrfToken }),
    ];
    if (forged.some((status) => status !== 403)) wrong.push([endpoint.name, forged]);
  }
  expect(wrong).toEqual([]);
  expect((await reed.ask('GET', 'account')).status).toBe(200);
}, 60_000);

test('an employer is in no directory, audience or count of people, and can’t see other employers’ data', async () => {
  const before = await world.sql<{ n: number }>('select count(*)::int as n from users');
  const id = await openJob(reed, { title: 'Night analyst' });
  await addEmployer('Elm House', 'elm@elm.example');
  expect(await world.sql<{ n: number }>('select count(*)::int as n from users')).toEqual(before);
  const people = await world.admin.call('GET /api/v1/users', {});
  expect(JSON.stringify(people)).not.toMatch(/Mara|example/);

  expect((await other.ask('GET', 'jobs')).body).toMatchObject({ items: [] });
  for (const [method, path, body] of [
    ['GET', `jobs/${id}`],
    ['PATCH', `jobs/${id}`, { version: 1, title: 'Mine' }],
    ['POST', `jobs/${id}/submission`],
    ['POST', `jobs/${id}/closing`],
    ['DELETE', `jobs/${id}`],
    ['GET', `jobs/${id}/applications`],
    ['PUT', `jobs/${id}/applications/999`, { state: 'hired' }],
  ] as const)
    expect([path, (await other.ask(method, path, body)).status]).toEqual([path, 404]);
  // An application for another job of the same employer isn't found.
  const second = await openJob(reed, { title: 'Day analyst' });
  await world.ben.call('PUT /api/v1/jobs/{id}/application', { id } as never);
  const [application] = await world.sql<{ id: number }>(
    'select id from job_applications where job_id = $1',
    [id],
  );
  const path = `jobs/${second}/applications/${application?.id}`;
  expect((await reed.ask('PUT', path, { state: 'hired' })).status).toBe(404);
  // Jobs of the school and of clubs aren't theirs, either.
  const school = await world.admin.call('POST /api/v1/jobs', content() as never);
  expect((await reed.ask('GET', `jobs/${school.id}`)).status).toBe(404);
});

test('only staff with the permission can manage employers, and the activity log names no contact', async () => {
  const { ana, admin, eve } = world;
  expect((await ana.try('GET /api/v1/employers')).status).toBe(403);
  expect((await eve.try('PUT /api/v1/employers/{id}/suspension', { id: reedId })).status).toBe(403);
  const taken = await admin.try('POST /api/v1/employers/{id}/contacts', {
    id: reedId,
    clientId: newClientId(),
    name: 'Nora',
    email: 'NORA@oak.example',
  });
  expect(codeOf(taken)).toEqual([409, 'employer_contact_exists']);
  const list = await admin.call('GET /api/v1/employers', { search: 'ree' });
  expect(list.items).toMatchObject([
    { id: reedId, contacts: [{ id: reedContact, lastSignInAt: expect.any(String) }] },
  ]);
  const waiting = await post(reed, { title: 'Evening desk' });
  const website = 'https://new-reed.example';
  const renamed = await admin.call('PATCH /api/v1/employers/{id}', {
    id: reedId,
    name: 'Reed',
    website,
  });
  expect(renamed.name).toBe('Reed');
  expect((await reed.ask('GET', 'account')).body).toMatchObject({ employer: { name: 'Reed' } });
  // Reviewers of waiting jobs see the new name and website, too.
  const { submission } = await admin.call('GET /api/v1/jobs/{id}', { id: waiting });
  expect(submission?.fields).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'employer', value: 'Reed' }),
      expect.objectContaining({ key: 'website', value: website }),
    ]),
  );
  const jobs = await ana.call('GET /api/v1/jobs', { search: 'analyst' });
  expect(new Set(jobs.items.map(({ employer }) => employer))).toEqual(new Set(['Reed']));
  const { entries } = await admin.call('GET /api/v1/audit', { size: 100 });
  expect(JSON.stringify(entries)).not.toMatch(/mara@|Mara/);
  expect(
    entries.find(({ kind, detail }) => kind === 'job_changed' && detail['act'] === 'added')?.detail,
  ).toBeDefined();
  expect(
    entries.some(
      ({ kind, detail }) => kind === 'job_changed' && detail['employer'] === 'Reed Analytics',
    ),
  ).toBe(true);
});

test('a sign-in link works once and in time, and its response doesn’t reveal who has an account', async () => {
  await settle();
  const mails = world.mails.length;
  const visitor = openContact();
  const known = await visitor.ask('POST', 'links', { email: 'Mara@reed.example' });
  const unknown = await visitor.ask('POST', 'links', { email: 'nobody@reed.example' });
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  const link = await linkFor('mara@reed.example');
  expect(world.mails.filter(({ to }) => to === 'nobody@reed.example')).toEqual([]);
  expect(world.mails.length).toBe(mails + 1);
  // Only the hash is stored, and no event contains the link.
  const stored = await world.sql('select token_hash::text as hash from employer_links');
  expect(JSON.stringify([stored, await world.sql('select payload from outbox')])).not.toContain(
    link,
  );
  const again = await signInWith(link);
  expect(codeOf(await visitor.ask('POST', 'sessions', { link }))).toEqual([
    404,
    'employer_link_invalid',
  ]);
  expect((await again.ask('DELETE', 'session')).status).toBe(200);
  expect((await again.ask('GET', 'account')).status).toBe(401);
  expect((await reed.ask('GET', 'account')).status).toBe(200);

  await visitor.ask('POST', 'links', { email: 'mara@reed.example' });
  const late = await linkFor('mara@reed.example');
  world.clock.advance(employerLimits.linkMinutes * 60_000 + 1_000);
  expect((await visitor.ask('POST', 'sessions', { link: late })).status).toBe(404);
  // The limit applies to known and unknown addresses.
  for (const email of ['mara@reed.example', 'nobody@reed.example']) {
    const answers: number[] = [];
    for (let n = 0; n < 6; n += 1)
      answers.push((await visitor.ask('POST', 'links', { email })).status);
    expect(answers).toContain(429);
  }
  // A link of this school doesn't work at another one.
  world.clock.advance(3_700_000);
  await visitor.ask('POST', 'links', { email: 'mara@reed.example' });
  const mine = await linkFor('mara@reed.example');
  expect(
    (await openContact('north.localhost').ask('POST', 'sessions', { link: mine })).status,
  ).toBe(404);
  // A stranger’s requests from many networks can’t leave the contact without a link that works.
  world.clock.advance(3_700_000);
  // At some times of the day, other mails arrive meanwhile.
  const linkMails = () =>
    world.mails.filter(({ subject }) => subject.startsWith('Your sign-in link')).length;
  const ask = async (n: number) => {
    const body = { email: 'mara@reed.example' };
    const from = `10.7.0.${n}`;
    await world.visit('/api/v1/employer/links', { method: 'POST', body, from });
    await settle();
    return linkMails();
  };
  for (let n = 1; n < 6; n += 1) await ask(n);
  const sent = linkMails();
  expect(await ask(6)).toBe(sent);
  world.clock.advance(employerLimits.linkMinutes * 60_000 + 1_000);
  expect(await ask(7)).toBe(sent + 1);
});

test('contacts get one email per day about new applicants, without names', async () => {
  const { ana, ben, cy, admin } = world;
  await refreshPeople();
  reed = await signInAgain('mara@reed.example');
  const second = { clientId: newClientId(), name: 'Lena', email: 'lena@reed.example' };
  const { contacts } = await admin.call('POST /api/v1/employers/{id}/contacts', {
    id: reedId,
    ...second,
  });
  await signInWith(await linkFor(second.email));
  const id = await openJob(reed, { title: 'Morning analyst' });
  // Each contact has an event, so that a failed email doesn’t repeat those of others.
  expect(
    await world.sql(
      `select payload ->> 'contact' as id from outbox where kind = 'employer_job_decided' and payload ->> 'job' = $1 order by 1`,
      [id],
    ),
  ).toEqual(
    contacts
      .map((contact) => ({ id: contact.id }))
      .toSorted((one, next) => one.id.localeCompare(next.id)),
  );
  const mailed = async () => {
    await settle();
    return world.mails.filter(({ subject }) => subject === 'New applicants for “Morning analyst”');
  };
  await ana.call('PUT /api/v1/jobs/{id}/application', { id } as never);
  const first = await mailed();
  expect(first.map(({ to }) => to).toSorted()).toEqual(['lena@reed.example', 'mara@reed.example']);
  for (const { text } of first) {
    expect(text).toContain(`/employer/jobs/${id}/applicants`);
    expect(text).not.toContain('Ana');
  }
  world.clock.advance(60_000);
  for (const who of [ben, cy]) await who.call('PUT /api/v1/jobs/{id}/application', { id } as never);
  expect(await mailed()).toHaveLength(2);
  world.clock.advance(dayMs);
  expect(await mailed()).toHaveLength(4);
  world.clock.advance(dayMs);
  expect(await mailed()).toHaveLength(4);
  await refreshPeople();
  reed = await signInAgain('mara@reed.example');
});

test('an employer can delete drafts and closed jobs, and closed jobs don’t count toward the limit', async () => {
  const draft = await post(reed, { isDraft: true });
  const id = await openJob(reed, { title: 'Summer intern' });
  expect(codeOf(await reed.ask('DELETE', `jobs/${id}`))).toEqual([409, 'job_changed']);
  await reed.ask('POST', `jobs/${id}/closing`);
  await world.sql(
    `insert into jobs (school_id, employer_id, employer, title, kind, description, client_id, created_at, listed_at, closes_at, state, closed_at)
      select school_id, employer_id, employer, 'Copy', kind, description, gen_random_uuid(), created_at, listed_at, closes_at, state, closed_at
      from jobs, generate_series(1, $2) where id = $1`,
    [id, employerLimits.jobs],
  );
  for (const one of [draft, id, await post(reed, { isDraft: true })]) {
    expect((await reed.ask('DELETE', `jobs/${one}`)).status).toBe(200);
    expect((await reed.ask('GET', `jobs/${one}`)).status).toBe(404);
  }
  await world.sql(`update jobs set state = 'draft', closed_at = null where title = 'Copy'`);
  expect(codeOf(await reed.ask('POST', 'jobs', content({ isDraft: true })))).toEqual([
    409,
    'too_many_employer_jobs',
  ]);
  await world.sql(`delete from jobs where title = 'Copy'`);
});

test('an employer session ends after some hours, or sooner if the school limits sessions', async () => {
  await refreshPeople();
  await world.sql('update schools set session_hours = 2 where school_id = $1', [world.school]);
  const made = await addEmployer('Ash Partners', 'ash@ash.example');
  expect(made.contacts).toMatchObject([{ lastSignInAt: null }]);
  const contact = await signInWith(await linkFor('ash@ash.example'));
  world.clock.advance(1.9 * 3_600_000);
  expect((await contact.ask('GET', 'account')).status).toBe(200);
  // The browser's cookie has expired, too.
  const token = contact.jar.values.get('cg_employer') ?? '';
  world.clock.advance(0.2 * 3_600_000);
  expect((await contact.ask('GET', 'account')).status).toBe(401);
  const kept = { headers: { cookie: `cg_employer=${token}` } };
  expect((await world.visit('/api/v1/employer/account', kept)).status).toBe(401);
  await world.sql('update schools set session_hours = null where school_id = $1', [world.school]);
  reed = await signInAgain('mara@reed.example');
  await refreshPeople();
});

test('suspending an employer hides its jobs and ends sessions, and deleting a contact ends that contact’s sessions', async () => {
  const { admin, ana, ben, cy } = world;
  const id = await openJob(reed, { title: 'Weekend analyst' });
  await ana.call('PUT /api/v1/jobs/{id}/application', { id } as never);
  await cy.call('PUT /api/v1/jobs/{id}/saved', { id });
  const waiting = await post(reed, { title: 'Holiday analyst' });
  // A sign-in that runs at the same time waits for the suspension.
  await openContact().ask('POST', 'links', { email: 'mara@reed.example' });
  const link = await linkFor('mara@reed.example');
  const { inTransaction } = await import('#server/kernel/database/database.ts');
  const { signIn } = await inTransaction(world.pool, { school: world.school }, async (db) => {
    await sql`update employers set suspended_at = ${world.clock.now()} where id = ${reedId}`.execute(
      db,
    );
    const waits = openContact().ask('POST', 'sessions', { link });
    await Promise.race([waits, setTimeout(500)]);
    return { signIn: waits };
  });
  expect((await signIn).status).toBe(404);
  await admin.call('PUT /api/v1/employers/{id}/suspension', { id: reedId });
  expect((await reed.ask('GET', 'account')).status).toBe(401);
  // An approval would lose the job’s alerts and email.
  const { submission } = await admin.call('GET /api/v1/jobs/{id}', { id: waiting });
  const approval = {
    id: submission?.id ?? '',
    version: submission?.version ?? 0,
    decision: 'approve',
    reason: '',
  };
  expect(codeOf(await admin.try('POST /api/v1/approvals/{id}/decision', approval))).toEqual([
    409,
    'employer_suspended',
  ]);
  await world.sql(
    `insert into employer_sessions (school_id, token_hash, contact_id, created_at, ends_at) values ($1, '\\x01', $2, $3, $3::timestamptz + interval '1 hour')`,
    [world.school, reedContact, world.clock.now()],
  );
  expect((await cy.try('GET /api/v1/jobs/{id}', { id })).status).toBe(404);
  for (const list of ['open', 'all', 'saved'] as const) {
    const { items } = await cy.call('GET /api/v1/jobs', { list });
    expect(items.map(({ title }) => title)).not.toContain('Weekend analyst');
  }
  expect((await ben.try('PUT /api/v1/jobs/{id}/application', { id })).status).toBe(404);
  // An applicant still finds the application, and can withdraw it.
  expect(await ana.call('GET /api/v1/jobs/{id}', { id })).toMatchObject({ state: 'closed' });
  expect(codeOf(await ana.try('PUT /api/v1/jobs/{id}/application', { id }))).toEqual([
    409,
    'job_closed',
  ]);
  const visitor = openContact();
  expect((await visitor.ask('POST', 'links', { email: 'mara@reed.example' })).status).toBe(200);
  const mails = world.mails.length;
  await settle();
  expect(world.mails.length).toBe(mails);
  const refused = { id: reedId, contact: reedContact };
  expect(
    codeOf(await admin.try('POST /api/v1/employers/{id}/contacts/{contact}/invitation', refused)),
  ).toEqual([409, 'employer_suspended']);

  await admin.call('DELETE /api/v1/employers/{id}/suspension', { id: reedId });
  expect((await cy.call('GET /api/v1/jobs/{id}', { id })).state).toBe('open');
  await decide(waiting, 'approve');
  expect((await cy.call('GET /api/v1/jobs/{id}', { id: waiting })).state).toBe('open');
  // Earlier sessions stay ended.
  expect(
    await world.sql('select from employer_sessions where contact_id = $1', [reedContact]),
  ).toEqual([]);
  expect((await reed.ask('GET', 'account')).status).toBe(401);
  await admin.call('POST /api/v1/employers/{id}/contacts/{contact}/invitation', refused);
  const back = await signInWith(await linkFor('mara@reed.example'));
  await admin.call('POST /api/v1/employers/{id}/contacts/{contact}/invitation', refused);
  const unused = await linkFor('mara@reed.example');
  await admin.call('DELETE /api/v1/employers/{id}/contacts/{contact}', refused);
  expect((await back.ask('GET', 'jobs')).status).toBe(401);
  expect((await visitor.ask('POST', 'sessions', { link: unused })).status).toBe(404);
  expect(await world.sql('select from employer_contacts where id = $1', [reedContact])).toEqual([]);
  // The other contact can still sign in, and the address is free again.
  await admin.call('POST /api/v1/employers/{id}/contacts', {
    id: reedId,
    clientId: newClientId(),
    name: 'Noor',
    email: 'mara@reed.example',
  });
  const next = await signInWith(await linkFor('mara@reed.example'));
  expect((await next.ask('POST', `jobs/${id}/closing`)).body).toMatchObject({ state: 'closed' });
  const { maintenance } = await import('#server/app.ts');
  const later = new Date(world.clock.now().getTime() + 200 * dayMs);
  for (const task of maintenance)
    await inTransaction(world.pool, { school: world.school }, (db) =>
      task(db, later, world.school),
    );
  expect(await world.sql('select from job_applications where job_id = $1', [id])).toEqual([]);
  // The replies that retries get had the names and addresses of contacts, too.
  const kept = await world.sql<{ call: string; has_reply: boolean }>(
    `select call, reply is not null as has_reply from client_results where call like '%/employers%' or call like 'employers.%'`,
  );
  expect(kept.length).toBeGreaterThan(3);
  expect(kept.filter((row) => row.has_reply)).toEqual([]);
});
