import { beforeAll, describe, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { inWorld, worldPassword, type Answer, type Person } from '../../../test/world.ts';

const world = inWorld();

type Job = ReplyOf<'GET /api/v1/jobs/{id}'>;

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * dayMs).toISOString();

let club = '';
/** An officer of the club besides its president, Ben. */
let officer: Person;
beforeAll(async () => {
  const { admin, ben } = world;
  club = (
    await admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Garden Society',
      membership: 'open',
      president: ben.uid,
    })
  ).id;
  officer = await world.join({ username: 'olga', first_name: 'Olga', last_name: 'Officer' });
  await officer.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  const { positions } = await ben.call('GET /api/v1/clubs/{id}/settings', { id: club });
  await ben.call('PATCH /api/v1/clubs/{id}/members', {
    id: club,
    uids: [officer.uid],
    act: 'position',
    position: positions.find(({ name }) => name === 'Vice president')?.id ?? '',
  });
});

const settings = (more: object = {}) => ({
  clientId: newClientId(),
  title: 'Greenhouse assistant',
  kind: 'on_campus' as const,
  description: 'Water and repot the teaching collection.',
  closesAt: inDays(14),
  apply: 'here' as const,
  ...more,
});
/** Posts a job a moment after the last one, because the clock stands still otherwise. */
const post = (who: Person, more: object = {}) => {
  world.clock.advance(10);
  return who.call('POST /api/v1/jobs', settings(more));
};
const read = (who: Person, id: string): Promise<Job> => who.call('GET /api/v1/jobs/{id}', { id });
const titles = async (who: Person, query: object = {}) =>
  (await who.call('GET /api/v1/jobs', query)).items.map(({ title }) => title);
const apply = (who: Person, id: string, more: object = {}) =>
  who.try('PUT /api/v1/jobs/{id}/application', { id, ...more });
const applicants = async (who: Person, id: string) =>
  (await who.call('GET /api/v1/jobs/{id}/applications', { id })).items;
const newsOf = async (who: Person) => {
  await world.app.jobs.settle();
  const { items } = await who.call('GET /api/v1/notifications', { only: 'unread' });
  return items;
};
const submissionOf = async (who: Person, id: string) => {
  const { submission } = await read(who, id);
  if (submission === null) throw new Error('not submitted');
  return submission;
};
const decide = async (id: string, decision: 'approve' | 'request_changes' | 'deny') => {
  const { id: submission, version } = await submissionOf(world.admin, id);
  await world.admin.call('POST /api/v1/approvals/{id}/decision', {
    id: submission,
    version,
    decision,
    reason: decision === 'approve' ? '' : 'The pay is missing.',
  });
};
/** Runs the hourly tasks at a time some days from now. */
const maintain = async (days: number) => {
  const { maintenance } = await import('#server/app.ts');
  const { inTransaction } = await import('#server/kernel/database/database.ts');
  const now = new Date(world.clock.now().getTime() + days * dayMs);
  for (const task of maintenance)
    await inTransaction(world.pool, { school: world.school }, (db) => task(db, now, world.school));
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
const question = {
  id: 'why',
  kind: 'short' as const,
  title: 'Why this job?',
  help: '',
  isRequired: true,
  startsPage: false,
  conditions: [],
};

describe('[CLUB-04] jobs', () => {
  test('open immediately if an admin posts them, and people can save them and apply', async () => {
    const { admin, ana, cy, eve } = world;
    const pay = {
      min: { amount: 1550, currency: 'USD' },
      max: { amount: 1700, currency: 'USD' },
      per: 'hour',
    };
    const input = settings({ employer: 'Biology Department', pay, place: 'Harlan Hall' });
    const made = await admin.call('POST /api/v1/jobs', input);
    expect(made).toMatchObject({ state: 'open', employer: 'Biology Department', club: null, pay });
    // A retry creates nothing.
    expect((await admin.call('POST /api/v1/jobs', input)).id).toBe(made.id);
    expect(await ana.call('GET /api/v1/jobs', {})).toMatchObject({
      total: 1,
      items: [
        {
          id: made.id,
          place: 'Harlan Hall',
          isSaved: false,
          hasApplied: false,
          can: { manage: false },
        },
      ],
      can: { create: false },
    });
    await ana.call('PUT /api/v1/jobs/{id}/saved', { id: made.id });
    await ana.call('PUT /api/v1/jobs/{id}/saved', { id: made.id });
    const sent = await apply(ana, made.id, { note: 'I like plants.' });
    expect(sent).toMatchObject({ status: 200, body: { state: 'sent' } });
    expect(await read(ana, made.id)).toMatchObject({
      isSaved: true,
      hasApplied: true,
      applicants: null,
      application: { state: 'sent', note: 'I like plants.', canChange: true },
      can: { apply: false, manage: false },
    });
    for (const list of ['saved', 'applied'])
      expect(await titles(ana, { list })).toEqual(['Greenhouse assistant']);
    expect(await titles(cy, { list: 'saved' })).toEqual([]);
    expect(await applicants(admin, made.id)).toMatchObject([
      { person: { uid: ana.uid }, email: ana.email, note: 'I like plants.', state: 'sent' },
    ]);
    for (const who of [ana, cy])
      expect(codeOf(await who.try('GET /api/v1/jobs/{id}/applications', { id: made.id }))).toEqual([
        403,
        'forbidden',
      ]);
    // Another school sees nothing of it.
    expect(codeOf(await eve.try('GET /api/v1/jobs/{id}', { id: made.id }))[0]).toBe(404);
    expect(codeOf(await apply(eve, made.id))[0]).toBe(404);
    expect(await titles(eve)).toEqual([]);
    await ana.call('DELETE /api/v1/jobs/{id}/application', { id: made.id });
    await ana.call('DELETE /api/v1/jobs/{id}/application', { id: made.id });
    await ana.call('DELETE /api/v1/jobs/{id}/saved', { id: made.id });
    expect(await applicants(admin, made.id)).toEqual([]);
    expect(await read(ana, made.id)).toMatchObject({ isSaved: false, hasApplied: false });
    await admin.call('DELETE /api/v1/jobs/{id}', { id: made.id });
    expect(codeOf(await ana.try('GET /api/v1/jobs/{id}', { id: made.id }))).toEqual([
      404,
      'not_found',
    ]);
  });

  test('can be posted only with the permission, for one’s own club or the school', async () => {
    const { ana, ben } = world;
    expect(codeOf(await ana.try('POST /api/v1/jobs', settings({ club })))).toEqual([
      403,
      'forbidden',
    ]);
    // An officer of a club doesn't post for the school.
    for (const who of [ana, ben])
      expect(codeOf(await who.try('POST /api/v1/jobs', settings()))).toEqual([403, 'forbidden']);
    expect(codeOf(await ben.try('POST /api/v1/jobs', settings({ club: '999' })))[0]).toBe(404);
    const bad = [
      [{ closesAt: inDays(-1) }, [422, 'job_closing']],
      [{ apply: 'link' }, [400, 'invalid_input']],
      [{ apply: 'link', url: 'javascript:alert(1)' }, [400, 'invalid_input']],
      [{ startsOn: '2027-01-11', endsOn: '2027-01-10' }, [422, 'job_dates']],
      [
        {
          pay: {
            min: { amount: 10, currency: 'USD' },
            max: { amount: 20, currency: 'EUR' },
            per: 'hour',
          },
        },
        [422, 'job_pay'],
      ],
      [{ pay: { min: { amount: -1, currency: 'USD' }, per: 'hour' } }, [400, 'invalid_input']],
    ] as const;
    for (const [more, expected] of bad)
      expect([
        more,
        codeOf(await ben.try('POST /api/v1/jobs', settings({ club, ...more }))),
      ]).toEqual([more, expected]);
    expect(await titles(ben, { list: 'managed' })).toEqual([]);
    expect(await ben.call('GET /api/v1/jobs', { club })).toMatchObject({
      can: { create: true, createForSchool: false },
      clubs: [{ id: club, name: 'Garden Society' }],
    });
  });

  test('wait for approval if an officer posts them, and again after a change', async () => {
    const { admin, ana, ben } = world;
    const made = await post(ben, { club, title: 'Poster designer', employer: 'Ignored' });
    expect(made).toMatchObject({ state: 'in_approval', employer: '', postedAt: null });
    expect(codeOf(await ana.try('GET /api/v1/jobs/{id}', { id: made.id }))[0]).toBe(404);
    expect(codeOf(await apply(ana, made.id))[0]).toBe(404);
    expect(await titles(ana)).not.toContain('Poster designer');
    for (const query of [{ list: 'managed' }, {}])
      expect(await titles(officer, query)).toContain('Poster designer');
    expect(await titles(officer, { list: 'open' })).not.toContain('Poster designer');
    const waiting = await admin.call('GET /api/v1/approvals', { list: 'waiting' });
    expect(waiting.items).toMatchObject([{ kind: 'job', title: 'Poster designer' }]);

    await decide(made.id, 'request_changes');
    expect(await read(ben, made.id)).toMatchObject({ state: 'draft', can: { submit: true } });
    const pay = { min: { amount: 12_000, currency: 'USD' }, per: 'once' as const };
    const { version } = await read(ben, made.id);
    await ben.call('PATCH /api/v1/jobs/{id}', { id: made.id, version, pay });
    expect(
      codeOf(await ben.try('PATCH /api/v1/jobs/{id}', { id: made.id, version, pay: null })),
    ).toEqual([409, 'job_changed']);
    // Another officer can submit it again, also on the submission's page.
    const asked = await submissionOf(officer, made.id);
    await officer.call('POST /api/v1/approvals/{id}/resubmit', {
      id: asked.id,
      version: asked.version,
    });
    expect((await read(ben, made.id)).state).toBe('in_approval');
    const again = await submissionOf(officer, made.id);
    await officer.call('POST /api/v1/approvals/{id}/withdraw', {
      id: again.id,
      version: again.version,
    });
    expect((await read(ben, made.id)).state).toBe('draft');
    await officer.call('POST /api/v1/jobs/{id}/submission', { id: made.id });
    // Reviewers see a change of a waiting job, and can't decide on the old version.
    const before = await submissionOf(admin, made.id);
    const waitingJob = await read(ben, made.id);
    await ben.call('PATCH /api/v1/jobs/{id}', {
      id: made.id,
      version: waitingJob.version,
      hours: 'About 8 hours',
    });
    expect(
      codeOf(
        await admin.try('POST /api/v1/approvals/{id}/decision', {
          id: before.id,
          version: before.version,
          decision: 'approve',
        }),
      ),
    ).toEqual([409, 'submission_changed']);
    await decide(made.id, 'approve');
    const open = await read(ana, made.id);
    expect(open).toMatchObject({
      state: 'open',
      hours: 'About 8 hours',
      pay: { min: pay.min, max: null, per: 'once' },
      submission: null,
    });
    expect(open.checkedAt).not.toBeNull();

    // More time needs no approval, another text does.
    const later = inDays(30);
    const longer = await ben.call('PATCH /api/v1/jobs/{id}', {
      id: made.id,
      version: open.version,
      closesAt: later,
    });
    expect(longer).toMatchObject({ state: 'open', closesAt: later });
    const other = await ben.call('PATCH /api/v1/jobs/{id}', {
      id: made.id,
      version: longer.version,
      description: 'Send us your bank details.',
    });
    expect(other.state).toBe('in_approval');
    expect(await titles(ana)).not.toContain('Poster designer');
    await decide(made.id, 'deny');
    expect(await read(ben, made.id)).toMatchObject({ state: 'draft', postedAt: open.postedAt });
    await ben.call('DELETE /api/v1/jobs/{id}', { id: made.id });
    expect(
      (await admin.call('GET /api/v1/approvals', { list: 'decided' })).items.map(
        ({ kind }) => kind,
      ),
    ).not.toContain('job');
  });

  test('never show a text that the school denied, even after they are closed', async () => {
    const { admin, ana, ben, cy } = world;
    const made = await post(ben, { club, title: 'Seed sorter' });
    await decide(made.id, 'approve');
    await apply(ana, made.id);
    await cy.call('PUT /api/v1/jobs/{id}/saved', { id: made.id });
    const open = await read(ben, made.id);
    await ben.call('PATCH /api/v1/jobs/{id}', {
      id: made.id,
      version: open.version,
      description: 'Send us your bank details.',
    });
    await decide(made.id, 'deny');
    expect(await read(ben, made.id)).toMatchObject({ state: 'draft', can: { close: false } });
    expect(codeOf(await ben.try('POST /api/v1/jobs/{id}/closing', { id: made.id }))).toEqual([
      409,
      'job_changed',
    ]);
    expect((await cy.try('GET /api/v1/jobs/{id}', { id: made.id })).status).toBe(404);
    expect(await titles(cy, { list: 'saved' })).not.toContain('Seed sorter');
    await admin.call('DELETE /api/v1/jobs/{id}', { id: made.id });
  });

  test('accept no applications once they are closed', async () => {
    const { admin, ana, ben, cy } = world;
    const first = await post(admin, { club, title: 'Closed by hand' });
    await apply(ana, first.id);
    expect(await ben.call('POST /api/v1/jobs/{id}/closing', { id: first.id })).toMatchObject({
      state: 'closed',
    });
    await ben.call('POST /api/v1/jobs/{id}/closing', { id: first.id });
    const second = await post(admin, { club, title: 'Closed by time', closesAt: inDays(1) });
    await world.sql(`update jobs set closes_at = $2 where id = $1`, [second.id, inDays(-1)]);
    for (const id of [first.id, second.id]) {
      expect(codeOf(await apply(cy, id))).toEqual([409, 'job_closed']);
      expect(await read(cy, id)).toMatchObject({ state: 'closed', can: { apply: false } });
      const { version } = await read(ben, id);
      expect(
        codeOf(await ben.try('PATCH /api/v1/jobs/{id}', { id, version, title: 'Again' })),
      ).toEqual([409, 'job_closed']);
    }
    expect(await titles(cy)).not.toContain('Closed by time');
    // Those who applied can still withdraw.
    expect(codeOf(await apply(ana, first.id, { note: 'Late' }))).toEqual([409, 'job_closed']);
    expect(await titles(ana, { list: 'applied' })).toEqual(['Closed by hand']);
    await ana.call('DELETE /api/v1/jobs/{id}/application', { id: first.id });
    const byLink = await post(admin, { apply: 'link', url: 'https://jobs.example.org/7' });
    expect(codeOf(await apply(ana, byLink.id))).toEqual([409, 'job_by_link']);
    for (const { id } of [first, second, byLink])
      await admin.call('DELETE /api/v1/jobs/{id}', { id });
  });

  test('have applications with files and answers that only people who manage the job can read', async () => {
    const { admin, ana, cy } = world;
    const made = await post(admin, { club, questions: { questions: [question] } });
    const revision = made.questions?.revision;
    expect((await apply(ana, made.id, { note: 'Hi' })).body).toMatchObject({
      code: 'form_answers_invalid',
      errors: [{ path: 'why', message: 'required' }],
    });
    // The refused application left nothing behind.
    expect(await applicants(officer, made.id)).toEqual([]);
    const [own, others] = [await sendFile(ana, 'cv.txt'), await sendFile(cy, 'other.txt')];
    const answers = { why: 'I garden at home.' };
    expect(codeOf(await apply(ana, made.id, { answers, files: [others] }))[0]).toBe(404);
    expect((await apply(ana, made.id, { answers, revision, files: [own] })).status).toBe(200);
    // The same again changes nothing, and other content replaces it.
    const changed = { answers: { why: 'I love plants.' }, revision, files: [own] };
    expect((await apply(ana, made.id, changed)).status).toBe(200);
    const [sent, ...more] = await applicants(officer, made.id);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      questions: [{ title: 'Why this job?', answer: 'I love plants.' }],
      files: [{ id: own, name: 'cv.txt' }],
    });
    const file = await officer.raw(sent?.files[0]?.url ?? '');
    expect([file.status, file.text]).toEqual([200, 'The content of cv.txt']);
    expect((await read(ana, made.id)).application).toMatchObject({
      answers: { why: 'I love plants.' },
      files: [{ id: own }],
    });
    const { items: used } = await ana.call('GET /api/v1/storage/files', {});
    expect(used.find(({ id }) => id === own)).toMatchObject({
      uses: [{ place: 'job', id: made.id }],
    });
    const noFiles = await post(admin, { asksFiles: false });
    expect(codeOf(await apply(ana, noFiles.id, { files: [own] }))).toEqual([400, 'invalid_input']);
    for (const { id } of [made, noFiles]) await admin.call('DELETE /api/v1/jobs/{id}', { id });
    expect(await world.sql(`select from forms where owner_kind = 'job'`)).toEqual([]);
  });

  test('store one of two simultaneous applications by the same person', async () => {
    const { admin, ana } = world;
    const made = await post(admin, { questions: { questions: [question] } });
    const answers = { why: 'For the pay.' };
    const all = await Promise.all([1, 2, 3, 4].map(() => apply(ana, made.id, { answers })));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await applicants(admin, made.id)).toHaveLength(1);
    await admin.call('DELETE /api/v1/jobs/{id}', { id: made.id });
  });

  test('can be searched and filtered', async () => {
    const { admin, ana } = world;
    const pay = { min: { amount: 2200, currency: 'USD' }, per: 'hour' as const };
    await post(admin, { title: 'Library desk', kind: 'part_time', place: 'Dellmere Library' });
    await post(admin, {
      title: 'Summer intern',
      kind: 'internship',
      employer: 'City of Dellmere',
      pay,
    });
    await post(admin, { title: 'Event photographer', club, closesAt: inDays(3) });
    expect(await titles(ana)).toEqual(['Event photographer', 'Summer intern', 'Library desk']);
    expect(await titles(ana, { search: 'dell' })).toEqual(['Summer intern', 'Library desk']);
    expect(await titles(ana, { search: 'garden photo' })).toEqual(['Event photographer']);
    expect(await titles(ana, { kind: 'internship' })).toEqual(['Summer intern']);
    expect(await titles(ana, { club })).toEqual(['Event photographer']);
    expect(await titles(ana, { isPaid: true })).toEqual(['Summer intern']);
    expect(await titles(ana, { closesWithin: 7 })).toEqual(['Event photographer']);
    const first = await ana.call('GET /api/v1/jobs', { size: 2 });
    expect([first.total, first.items.length]).toEqual([3, 2]);
    const rest = await ana.call('GET /api/v1/jobs', { size: 2, cursor: first.nextCursor ?? '' });
    expect(rest.items.map(({ title }) => title)).toEqual(['Library desk']);
    expect(rest.nextCursor).toBeNull();
    expect(codeOf(await ana.try('GET /api/v1/jobs', { cursor: 'x' }))).toEqual([400, 'bad_cursor']);
    await world.sql('delete from jobs');
  });

  test('are hidden from people who can’t see their club', async () => {
    const { admin, ana, ben, cy } = world;
    const hidden = await admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Quiet Society',
      membership: 'request',
      president: ben.uid,
    });
    const made = await post(admin, { club: hidden.id, title: 'Quiet job' });
    await world.sql('update clubs set is_hidden = true where id = $1', [hidden.id]);
    expect(codeOf(await cy.try('GET /api/v1/jobs/{id}', { id: made.id }))[0]).toBe(404);
    expect(codeOf(await apply(ana, made.id))[0]).toBe(404);
    expect(await titles(ana)).toEqual([]);
    expect(await titles(ben)).toEqual(['Quiet job']);
    await admin.call('DELETE /api/v1/jobs/{id}', { id: made.id });
  });
});

describe('[NOTIF-02] notifications about jobs', () => {
  test('[CLUB-04] go to the officers who can manage jobs when a club’s job opens', async () => {
    const { ana, ben } = world;
    const member = await world.join({ username: 'mia', first_name: 'Mia' });
    await member.call('PUT /api/v1/clubs/{id}/membership', { id: club });
    const made = await post(ben, { club, title: 'Seed sorter' });
    await officer.call('PATCH /api/v1/notifications/mark-all-as-read');
    expect((await newsOf(officer)).filter(({ kind }) => kind === 'job_opened')).toEqual([]);
    await decide(made.id, 'approve');
    for (const who of [ben, officer])
      expect(
        (await newsOf(who))
          .filter(
            ({ about }) => about?.title === 'Seed sorter' && about.path === `/jobs/${made.id}`,
          )
          .filter(({ kind }) => kind === 'job_opened'),
      ).toMatchObject([
        {
          key: 'officer.newJob',
          category: 'groups',
          about: { title: 'Seed sorter', path: `/jobs/${made.id}` },
        },
      ]);
    for (const who of [member, ana])
      expect((await newsOf(who)).filter(({ kind }) => kind === 'job_opened')).toEqual([]);
    // It opens again after a change, which is no news.
    const { version } = await read(officer, made.id);
    await officer.call('PATCH /api/v1/notifications/mark-all-as-read');
    await ben.call('PATCH /api/v1/jobs/{id}', { id: made.id, version, title: 'Seed counter' });
    await decide(made.id, 'approve');
    expect((await newsOf(officer)).filter(({ kind }) => kind === 'job_opened')).toEqual([]);
    await world.admin.call('DELETE /api/v1/jobs/{id}', { id: made.id });
  });

  test('tell officers about applications, and applicants about decisions', async () => {
    const { admin, ana, ben } = world;
    const made = await post(admin, { club, title: 'Weeder' });
    await apply(ana, made.id, { note: 'Hello' });
    for (const who of [ben, officer])
      expect((await newsOf(who)).filter(({ kind }) => kind === 'job_applied')).toMatchObject([
        { people: [{ uid: ana.uid }], about: { path: `/jobs/${made.id}/applicants` } },
      ]);
    const decided = { id: made.id, uid: ana.uid, state: 'hired', message: 'Start on Monday.' };
    expect(
      await ben.call('PUT /api/v1/jobs/{id}/applications/{uid}', decided as never),
    ).toMatchObject({ state: 'hired', message: 'Start on Monday.' });
    expect((await newsOf(ana)).filter(({ kind }) => kind === 'job_decided')).toMatchObject([
      { people: [], about: { title: 'Weeder', path: `/jobs/${made.id}` } },
    ]);
    expect((await read(ana, made.id)).application).toMatchObject({
      state: 'hired',
      message: 'Start on Monday.',
      canChange: false,
    });
    expect(codeOf(await apply(ana, made.id, { note: 'More' }))).toEqual([
      409,
      'job_application_decided',
    ]);
    expect(
      codeOf(
        await ben.try('PUT /api/v1/jobs/{id}/applications/{uid}', { ...decided, uid: officer.uid }),
      ),
    ).toEqual([404, 'not_found']);
    await admin.call('DELETE /api/v1/jobs/{id}', { id: made.id });
  });

  test('alert people with saved searches immediately or once a day', async () => {
    const { admin, ana, cy, eve } = world;
    const save = (who: Person, more: object) =>
      who.call('POST /api/v1/job-searches', {
        clientId: newClientId(),
        alerts: 'instant',
        ...more,
      } as never);
    const own = await save(ana, { search: 'Darkroom', kind: 'on_campus' });
    // Searches are in the order in which people saved them.
    world.clock.advance(1_000);
    await save(ana, { search: 'darkroom assistant' });
    await save(cy, { search: 'darkroom', alerts: 'daily' });
    await save(officer, { search: 'darkroom', kind: 'research' });
    await save(officer, { search: 'darkroom', alerts: 'off' });
    expect((await ana.call('GET /api/v1/job-searches', {})).items).toMatchObject([
      { id: own.id, search: 'Darkroom', kind: 'on_campus', club: null, alerts: 'instant' },
      { search: 'darkroom assistant' },
    ]);
    const made = await post(admin, { title: 'Darkroom assistant' });
    // Two searches find it, and send one notification.
    expect((await newsOf(ana)).filter(({ kind }) => kind === 'job_alert')).toMatchObject([
      { key: 'general.jobs', about: { title: 'Darkroom assistant', path: `/jobs/${made.id}` } },
    ]);
    const alertsOf = async (who: Person) =>
      (await newsOf(who)).filter(({ kind }) => kind === 'job_alert' || kind === 'job_alerts');
    for (const who of [cy, officer]) expect(await alertsOf(who)).toEqual([]);
    await maintain(0);
    expect(await alertsOf(cy)).toEqual([]);
    const second = await post(admin, { title: 'Darkroom lead' });
    await maintain(1.1);
    expect(await alertsOf(cy)).toMatchObject([
      { kind: 'job_alerts', about: { title: 'Darkroom lead', path: '/jobs?search=darkroom' } },
    ]);
    await cy.call('PATCH /api/v1/notifications/mark-all-as-read');
    await maintain(2.2);
    expect(await alertsOf(cy)).toEqual([]);
    // Only the owner can change or delete a search.
    for (const who of [cy, eve])
      expect(
        codeOf(await who.try('PATCH /api/v1/job-searches/{id}', { id: own.id, alerts: 'off' })),
      ).toEqual([404, 'not_found']);
    await cy.call('DELETE /api/v1/job-searches/{id}', { id: own.id });
    expect((await ana.call('GET /api/v1/job-searches', {})).items).toHaveLength(2);
    await ana.call('DELETE /api/v1/job-searches/{id}', { id: own.id });
    expect((await ana.call('GET /api/v1/job-searches', {})).items).toHaveLength(1);
    for (const { id } of [made, second]) await admin.call('DELETE /api/v1/jobs/{id}', { id });
  });
});

describe('people with jobs and applications', () => {
  test('lose their applications, answers and files 180 days after the job closed', async () => {
    const { admin, ana } = world;
    const made = await post(admin, { questions: { questions: [question] } });
    const file = await sendFile(ana, 'cv.txt');
    await apply(ana, made.id, { answers: { why: 'For the pay.' }, files: [file] });
    const counts = async () =>
      (
        await world.sql(
          `select (select count(*)::int from job_applications where job_id = $1) as applications,
            (select count(*)::int from form_responses r join forms f on f.id = r.form_id where f.owner_id = $1) as answers,
            (select count(*)::int from job_application_files where upload_id = $2) as files`,
          [made.id, file],
        )
      )[0];
    // It closes in 14 days.
    await maintain(14 + 179);
    expect(await counts()).toEqual({ applications: 1, answers: 1, files: 1 });
    await maintain(14 + 181);
    expect(await counts()).toEqual({ applications: 0, answers: 0, files: 0 });
    // The hourly tasks of that day also ended their sessions.
    for (const who of [admin, ana, world.ben]) who.tokens = (await world.signInAgain(who)).tokens;
    expect(await read(ana, made.id)).toMatchObject({ hasApplied: false });
    await admin.call('DELETE /api/v1/jobs/{id}', { id: made.id });
  });

  test('can export their jobs, applications and searches, and erasure deletes them', async () => {
    const { admin } = world;
    const gone = await world.join({ username: 'gus', first_name: 'Gus', last_name: 'Gone' });
    const made = await post(admin, { title: 'Archivist', questions: { questions: [question] } });
    await apply(gone, made.id, { note: 'Hi', answers: { why: 'Paper.' } });
    await gone.call('PUT /api/v1/jobs/{id}/saved', { id: made.id });
    await gone.call('POST /api/v1/job-searches', {
      clientId: newClientId(),
      search: 'archive',
      alerts: 'off',
    });
    const { sections } = await gone.call('GET /api/v1/account/data');
    expect(sections).toMatchObject({
      jobApplications: [{ job: 'Archivist', note: 'Hi', state: 'sent' }],
      savedJobs: [{ job: 'Archivist' }],
      jobSearches: [{ search: 'archive' }],
      formAnswers: [{ form: 'job', answers: [{ question: 'Why this job?', answer: 'Paper.' }] }],
    });
    await gone.call('POST /api/v1/account/erase', { password: worldPassword });
    await world.app.jobs.settle();
    expect(await applicants(admin, made.id)).toEqual([]);
    for (const table of ['job_applications', 'saved_jobs', 'job_searches', 'form_responses'])
      expect(await world.sql(`select from ${table} where user_id = $1`, [gone.id])).toEqual([]);
    await admin.call('DELETE /api/v1/jobs/{id}', { id: made.id });
  });

  test('can report the jobs that they see', async () => {
    const { admin, ana, ben } = world;
    const made = await post(admin, { club, title: 'Too good to be true' });
    const report = (id: string) =>
      ana.try('POST /api/v1/reports', {
        clientId: newClientId(),
        target: { kind: 'job', id },
        reason: 'spam',
        note: 'They ask for a deposit.',
      });
    expect((await report(made.id)).status).toBe(200);
    const waiting = await post(ben, { club, title: 'Waiting' });
    expect((await report(waiting.id)).status).toBe(404);
    const { items } = await admin.call('GET /api/v1/reports', { state: 'open' });
    expect(items).toMatchObject([{ target: { kind: 'job', id: made.id, title: made.title } }]);
  });
});
