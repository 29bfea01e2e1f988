import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inImports } from '../../../../test/import-world.ts';
import { inWorld, type Answer, type Person } from '../../../../test/world.ts';

const world = inWorld();
const { stored } = inImports(world);
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const day = (days: number) =>
  new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
let section = '';

beforeAll(async () => {
  await stored(world.school, {
    'terms.csv': `code,name,start,end,timeZone\nnow,Now,${day(-30)},${day(60)},UTC\n`,
    'courses.csv': 'code,number,title\nENVS240,ENVS 240,Hydrology\n',
    'sections.csv': 'code,course,term,name\nE1,ENVS240,now,001\n',
    'section-members.csv':
      'section,username,role\nE1,ana,student\nE1,cy,teacher\nE1,ben,assistant\n',
  });
  section = (await world.sql<{ id: string }>(`select id::text from course_sections`))[0]?.id ?? '';
});

const post = (who: Person, more: object = {}) =>
  who.try('POST /api/v1/academic/courses/{id}/announcements', {
    id: section,
    clientId: newClientId(),
    title: 'Bring boots',
    body: '<p>On <strong>Thursday</strong></p><script>alert(1)</script>',
    ...more,
  });
const announcements = async (who: Person) =>
  (await who.call('GET /api/v1/academic/courses/{id}/announcements', { id: section })).items;

test('[EDU-01, NOTIF-04] a teacher’s announcement notifies students once under its key, and can be edited and deleted', async () => {
  const clientId = newClientId();
  const [one, two] = await Promise.all([
    post(world.cy, { clientId }),
    post(world.cy, { clientId }),
  ]);
  expect(one.body).toEqual(two.body);
  expect(await announcements(world.ana)).toMatchObject([
    {
      title: 'Bring boots',
      body: '<p>On <strong>Thursday</strong></p>',
      isNew: true,
      canEdit: false,
      canDelete: false,
    },
  ]);
  await world.app.jobs.settle();
  const notified = async (who: Person) =>
    (await who.call('GET /api/v1/notifications', { count: 50 })).items
      .filter(({ kind }) => kind === 'course_announced')
      .map(({ key, about }) => [key, about?.title, about?.path]);
  const path = `/edu/${section}?tab=announcements`;
  expect(await notified(world.ana)).toEqual([
    ['academic.courseAnnouncements', 'Bring boots (ENVS 240)', path],
  ]);
  // Neither the author nor people outside of the class.
  for (const other of [world.cy, world.ben]) expect(await notified(other)).toEqual([]);

  const [own] = await announcements(world.cy);
  expect(own).toMatchObject({ canEdit: true, isNew: false });
  const id = own?.id ?? '';
  // An assistant can delete it, but not edit another person's text.
  expect((await announcements(world.ben))[0]).toMatchObject({ canEdit: false, canDelete: true });
  const change = (who: Person) =>
    who.try('PATCH /api/v1/academic/announcements/{id}', { id, title: 'No boots', body: '' });
  for (const other of [world.ana, world.ben, world.admin, world.eve])
    expect((await change(other)).status).toBe(404);
  expect((await change(world.cy)).status).toBe(200);
  expect((await announcements(world.ana))[0]).toMatchObject({ title: 'No boots', body: '' });
  const remove = (who: Person) => who.try('DELETE /api/v1/academic/announcements/{id}', { id });
  expect((await remove(world.ana)).status).toBe(404);
  expect((await remove(world.cy)).status).toBe(200);
  expect(await announcements(world.ana)).toEqual([]);
  // Unread notifications of it disappear, and pending ones aren't sent.
  await world.app.jobs.settle();
  expect(await notified(world.ana)).toEqual([]);
  const short = (await post(world.cy, { title: 'Never mind' })).body as { id: string };
  await world.cy.call('DELETE /api/v1/academic/announcements/{id}', { id: short.id });
  await world.app.jobs.settle();
  expect(await notified(world.ana)).toEqual([]);
});

test('[EDU-01] only the class’s teachers can post, and long text or invalid links are rejected', async () => {
  expect(codeOf(await post(world.ana))).toEqual([403, 'forbidden']);
  for (const other of [world.admin, world.eve]) expect((await post(other)).status).toBe(404);
  expect(codeOf(await post(world.cy, { body: `<p>${'a'.repeat(5_001)}</p>` }))).toEqual([
    400,
    'invalid_input',
  ]);
  const link = (who: Person, more: object = {}) =>
    who.try('POST /api/v1/academic/courses/{id}/links', {
      id: section,
      clientId: newClientId(),
      module: 'Week 1',
      title: 'Syllabus',
      url: 'https://files.example/syllabus.pdf',
      ...more,
    });
  expect(codeOf(await link(world.cy, { url: 'javascript:alert(1)' }))).toEqual([
    400,
    'invalid_input',
  ]);
  expect(codeOf(await link(world.ana))).toEqual([403, 'forbidden']);
  await link(world.cy);
  await link(world.cy, { module: 'Week 2', title: 'Map' });
  await link(world.cy, { title: 'Reader' });
  const files = async (who: Person) =>
    (await who.call('GET /api/v1/academic/courses/{id}/files', { id: section })).items;
  expect((await files(world.ana)).map(({ title, canDelete }) => [title, canDelete])).toEqual([
    ['Syllabus', false],
    ['Reader', false],
    ['Map', false],
  ]);
  const id = (await files(world.cy))[0]?.id ?? '';
  const remove = (who: Person) => who.try('DELETE /api/v1/academic/links/{id}', { id });
  for (const other of [world.ana, world.eve]) expect((await remove(other)).status).toBe(404);
  expect((await remove(world.cy)).status).toBe(200);
  expect(await files(world.ana)).toHaveLength(2);
});

test('[EDU-01] teachers see how many students submitted work and how many submissions to grade; students don’t', async () => {
  const people = await Promise.all(
    ['dee', 'fay', 'gil'].map((username) => world.join({ username })),
  );
  await stored(world.school, {
    'section-members.csv':
      'section,username,role\nE1,dee,student\nE1,fay,student\nE1,gil,student\n',
  });
  await world.sql(
    `insert into course_assignments (school_id, code, section_id, kind, title) values ($1, 'q1', $2, 'quiz', 'Rivers')`,
    [world.school, section],
  );
  const states = ['submitted', 'graded', 'missing'];
  for (const [nth, { id }] of people.entries())
    await world.sql(
      `insert into course_results (school_id, assignment_id, user_id, state) select $1, id, $2, $3 from course_assignments where code = 'q1'`,
      [world.school, id, states[nth]],
    );
  const progress = async (who: Person) =>
    (await who.call('GET /api/v1/academic/courses/{id}/quizzes', { id: section })).items.map(
      (one) => one.progress,
    );
  const tasks = async (who: Person) => (await who.call('GET /api/v1/admin/overview')).teaching;
  for (const teacher of [world.cy, world.ben]) {
    expect(await progress(teacher)).toEqual([{ students: 4, submitted: 2, graded: 1 }]);
    expect(await tasks(teacher)).toEqual({ toGrade: 1 });
  }
  // A student who dropped the class doesn't count.
  await world.sql('update section_members set is_active = false where user_id = $1', [
    people[0]?.id,
  ]);
  expect(await progress(world.cy)).toEqual([{ students: 3, submitted: 1, graded: 1 }]);
  expect(await tasks(world.cy)).toEqual({ toGrade: 0 });
  expect(await progress(world.ana)).toEqual([null]);
  expect(await tasks(world.ana)).toBeNull();
  expect(await tasks(world.eve)).toBeNull();
});
