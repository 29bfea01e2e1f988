import { afterEach, beforeEach, expect, test } from 'vitest';
import { inWorld } from '../../../../test/world.ts';

const world = inWorld();
const day = 86_400_000;
const at = (days: number) => new Date(world.clock.now().getTime() + days * day);

let term = '';
let section = '';

const id = async (text: string, values: unknown[]) =>
  String((await world.sql<{ id: string }>(text, values))[0]?.id);
const join = (who: number, role: string, where = section) =>
  world.sql(
    `insert into section_members (school_id, section_id, user_id, role) values ($1, $2, $3, $4)
     on conflict (school_id, section_id, user_id) do update set is_active = true, role = excluded.role`,
    [world.school, where, who, role],
  );
const drop = (who: number) =>
  world.sql(`update section_members set is_active = false where section_id = $1 and user_id = $2`, [
    section,
    who,
  ]);
const settle = () => world.app.jobs.settle();

const policy = { who: 'connections', requests: true, keepDays: null } as const;
const switchChats = async (courseChats: boolean) => {
  await world.admin.call('PUT /api/v1/chat/policy', { ...policy, courseChats });
  await settle();
};

/** A course that ends in 60 days. Ana and Ben are students, and Cy is the teacher. */
beforeEach(async () => {
  const key = Math.random().toString(36).slice(2);
  term = await id(
    `insert into terms (school_id, code, name, starts_on, ends_on, time_zone) values ($1, $2, 'Fall', $3::timestamptz::date, $4::timestamptz::date, 'UTC') returning id`,
    [world.school, key, at(-60), at(60)],
  );
  const course = await id(
    `insert into courses (school_id, code, number, title) values ($1, $2, 'CHEM 101', 'Chemistry') returning id`,
    [world.school, key],
  );
  section = await id(
    `insert into course_sections (school_id, code, course_id, term_id) values ($1, $2, $3, $4) returning id`,
    [world.school, key, course, term],
  );
  await join(world.ana.id, 'student');
  await join(world.ben.id, 'student');
  await join(world.cy.id, 'teacher');
  await switchChats(true);
});
afterEach(async () => {
  await world.sql('delete from terms');
  await world.sql('delete from courses');
  await world.sql('update users set has_hold = false');
  await switchChats(false);
});

const open = (who = world.ana) => who.call('PUT /api/v1/chat/courses/{section}', { section });
let sent = 0;
const send = (who: typeof world.ana, conversation: string, text: string) => {
  sent += 1;
  return who.try('POST /api/v1/chat/conversations/{conversation}/messages', {
    conversation,
    clientId: `00000000-0000-4000-8000-${String(sent).padStart(12, '0')}`,
    text,
  });
};
const read = (who: typeof world.ana, conversation: string) =>
  who.call('GET /api/v1/chat/conversations/{conversation}', { conversation });
const here = async (conversation: string, who = world.ana) =>
  (await read(who, conversation)).participants
    .filter(({ hasLeft }) => !hasLeft)
    .map(({ uid, role }) => [Number(uid), role])
    .toSorted(([a], [b]) => Number(a) - Number(b));

test('[EDU-01] a course has one chat of its people, which only teachers can moderate', async () => {
  const [mine, theirs] = await Promise.all([open(), open(world.ben)]);
  expect(theirs.id).toBe(mine.id);
  expect(mine).toMatchObject({ name: 'CHEM 101 Chemistry', isCourse: true, participantCount: 3 });
  expect(mine.can).toMatchObject({
    send: true,
    rename: false,
    addPeople: false,
    removePeople: false,
    leave: false,
    moderate: false,
  });
  expect(await here(mine.id)).toEqual(
    [
      [world.ana.id, 'member'],
      [world.ben.id, 'member'],
      [world.cy.id, 'owner'],
    ].toSorted(([a], [b]) => Number(a) - Number(b)),
  );
  // It is in everyone's list from its first message on, and the teacher can delete the message.
  const conversation = mine.id;
  const list = async (who: typeof world.ana) =>
    (await who.call('GET /api/v1/chat/conversations', {})).items.map(({ id: one }) => one);
  expect(await list(world.cy)).not.toContain(conversation);
  expect((await send(world.ana, conversation, 'Who has the notes?')).status).toBe(200);
  expect(await list(world.cy)).toContain(conversation);
  const at_ = { conversation, seq: 1 };
  const path = 'DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}';
  expect((await world.ben.try(path, at_)).status).toBe(403);
  expect((await world.cy.try(path, at_)).status).toBe(200);
  // No one can add or remove people or leave, including the teacher.
  const uid = String(world.admin.id);
  for (const who of [world.ana, world.cy])
    expect([
      (
        await who.try('POST /api/v1/chat/conversations/{conversation}/participants', {
          conversation,
          uids: [uid],
        })
      ).status,
      (
        await who.try('DELETE /api/v1/chat/conversations/{conversation}/participants/{uid}', {
          conversation,
          uid: String(who.id),
        })
      ).status,
      (
        await who.try('PATCH /api/v1/chat/conversations/{conversation}', {
          conversation,
          name: 'Ours',
        })
      ).status,
    ]).toEqual([403, 403, 403]);
  // People outside of the course or at another school can't find it.
  for (const who of [world.admin, world.eve]) {
    expect((await who.try('PUT /api/v1/chat/courses/{section}', { section })).status).toBe(404);
    expect((await send(who, conversation, 'Hello')).status).toBe(404);
  }
  expect(await world.ana.call('GET /api/v1/academic/courses/{id}', { id: section })).toMatchObject({
    hasChat: true,
  });
});

test('[EDU-01] people who join the course can read its chat from then on, and people who drop it keep earlier messages', async () => {
  const { id: conversation } = await open();
  await send(world.ana, conversation, 'Before');
  await join(world.admin.id, 'student');
  await drop(world.ben.id);
  await world.sql(
    `update section_members set role = 'teacher' where section_id = $1 and user_id = $2`,
    [section, world.ana.id],
  );
  await world.sql(`update courses set title = 'Organic chemistry'`);
  await settle();
  await send(world.cy, conversation, 'After');
  expect(await here(conversation)).toEqual(
    [
      [world.ana.id, 'owner'],
      [world.cy.id, 'owner'],
      [world.admin.id, 'member'],
    ].toSorted(([a], [b]) => Number(a) - Number(b)),
  );
  const texts = async (who: typeof world.ana) =>
    (
      await who.call('GET /api/v1/chat/conversations/{conversation}/messages', { conversation })
    ).items.map(({ text }) => text);
  expect(await texts(world.admin)).toEqual(['After']);
  expect(await texts(world.ben)).toEqual(['Before']);
  expect((await send(world.ben, conversation, 'Still here?')).status).toBe(403);
  expect((await world.ben.try('PUT /api/v1/chat/courses/{section}', { section })).status).toBe(404);
  expect(await read(world.ana, conversation)).toMatchObject({
    name: 'CHEM 101 Organic chemistry',
    participantCount: 3,
  });
  // The change number is the same as that of the people who joined and left, so clients can apply the event.
  const changes = await world.ana.call('GET /api/v1/chat/conversations/{conversation}/changes', {
    conversation,
    after: 1,
  });
  expect(changes.delta.participants.map(({ uid }) => Number(uid))).toEqual(
    expect.arrayContaining([world.admin.id, world.ben.id]),
  );
  // After returning to the course, they are in the chat again. Repeating the update changes nothing.
  await join(world.ben.id, 'student');
  await settle();
  expect(await texts(world.ben)).toEqual([]);
  const before = (await read(world.ana, conversation)).change;
  await world.sql(`update course_sections set is_active = true`);
  await settle();
  expect((await read(world.ana, conversation)).change).toBe(before);
});

test('[EDU-01] a chat is read-only 30 days after its term and while the school turns course chats off', async () => {
  const { id: conversation } = await open();
  await send(world.ana, conversation, 'First');
  await switchChats(false);
  expect(await send(world.ana, conversation, 'Off')).toMatchObject({
    status: 403,
    body: { code: 'chat_closed' },
  });
  expect((await read(world.ana, conversation)).can).toMatchObject({
    send: false,
    sendRefusal: 'closed',
  });
  expect((await open(world.ben)).lastMessage?.text).toBe('First');
  await switchChats(true);
  expect((await send(world.ana, conversation, 'On again')).status).toBe(200);
  await world.sql(`update terms set ends_on = $1::timestamptz::date`, [at(-29)]);
  await settle();
  expect((await send(world.ana, conversation, 'The term is over')).status).toBe(200);
  await world.sql(`update terms set ends_on = $1::timestamptz::date`, [at(-31)]);
  await settle();
  expect((await send(world.ana, conversation, 'Too late')).status).toBe(403);
  // If an import added a section and its undo removed it, the messages stay.
  await world.sql(`update terms set ends_on = $1::timestamptz::date`, [at(60)]);
  await settle();
  await world.sql('delete from course_sections');
  await settle();
  expect((await send(world.ana, conversation, 'Gone')).status).toBe(403);
  expect((await read(world.ben, conversation)).participantCount).toBe(3);
});

test('a course has no chat and says so if course chats are turned off', async () => {
  await switchChats(false);
  expect(await world.ana.try('PUT /api/v1/chat/courses/{section}', { section })).toMatchObject({
    status: 409,
    body: { code: 'course_chats_off' },
  });
  expect(await world.ana.call('GET /api/v1/academic/courses/{id}', { id: section })).toMatchObject({
    hasChat: false,
  });
});

test('people with a directory hold appear in the course chat only after they open it', async () => {
  await world.sql('update users set has_hold = true where id = $1', [world.ben.id]);
  const { id: conversation } = await open();
  await send(world.ana, conversation, 'Hello');
  expect((await here(conversation)).map(([who]) => who)).not.toContain(world.ben.id);
  await world.sql(`update course_sections set name = 'Lecture'`);
  await settle();
  expect((await here(conversation)).map(([who]) => who)).not.toContain(world.ben.id);
  await open(world.ben);
  await world.sql(`update course_sections set name = 'Lecture 1'`);
  await settle();
  expect((await here(conversation)).map(([who]) => who)).toContain(world.ben.id);
  expect((await send(world.ben, conversation, 'Hello')).status).toBe(200);
});

test('[EDU-01] a later hold removes people who haven’t opened the chat, and disabled people are removed', async () => {
  const { id: conversation } = await open();
  await send(world.ana, conversation, 'Hello');
  const people = async () => (await here(conversation)).map(([who]) => who);
  const all = [world.ana.id, world.ben.id, world.cy.id].toSorted((a, b) => a - b);
  expect(await people()).toEqual(all);
  // The message has shown the chat to Ben, who hasn't opened it. Ana has.
  await world.sql('update users set has_hold = true where id = any($1)', [
    [world.ana.id, world.ben.id],
  ]);
  await settle();
  expect(await people()).toEqual(all.filter((who) => who !== world.ben.id));
  expect((await read(world.ana, conversation)).participantCount).toBe(2);
  expect((await send(world.ben, conversation, 'Still here?')).status).toBe(403);
  // After opening it, he is in it and stays.
  await open(world.ben);
  await world.sql(`update course_sections set name = 'Lecture 2'`);
  await settle();
  expect(await people()).toEqual(all);
  await world.sql('update users set is_disabled = true where id = $1', [world.ben.id]);
  await settle();
  expect(await people()).toEqual(all.filter((who) => who !== world.ben.id));
  // After leaving, his opening no longer counts. Without a hold, he is added again.
  await world.sql('update users set is_disabled = false where id = $1', [world.ben.id]);
  await settle();
  expect(await people()).not.toContain(world.ben.id);
  await world.sql('update users set has_hold = false where id = $1', [world.ben.id]);
  await settle();
  expect(await people()).toEqual(all);
});

test('a new chat doesn’t include disabled people', async () => {
  await world.sql('update users set is_disabled = true where id = $1', [world.ben.id]);
  const { id: conversation } = await open();
  await settle();
  expect((await here(conversation)).map(([who]) => who)).not.toContain(world.ben.id);
  await world.sql('update users set is_disabled = false where id = $1', [world.ben.id]);
  await settle();
  expect((await here(conversation)).map(([who]) => who)).toContain(world.ben.id);
});
