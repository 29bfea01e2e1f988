import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { codeOf } from '../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../test/world.ts';

const world = inWorld();

const upload = async (who: Person, name: string) => {
  const { id } = await who.call('POST /api/v1/uploads', { clientId: randomUUID(), name, size: 4 });
  await who.try('PUT /api/v1/uploads/{id}', { id, offset: 0, upload: Buffer.from('text') });
  return id;
};

test('[FEED-01] authors add and remove files of posts, and readers see the previous files', async () => {
  const [first, second, foreign] = [
    await upload(world.ana, 'first.txt'),
    await upload(world.ana, 'second.txt'),
    await upload(world.ben, 'foreign.txt'),
  ];
  const { id } = await world.ana.call('POST /api/v1/posts', {
    clientId: randomUUID(),
    text: 'Notes',
    files: [first],
  });
  const edit = (version: number, more: object, who = world.ana) => {
    world.clock.advance(1);
    return who.try('PATCH /api/v1/posts/{id}', { id, text: 'Notes', version, ...more });
  };
  const read = (who: Person) => who.call('GET /api/v1/posts/{id}', { id });
  const namesFor = async (who: Person) => (await read(who)).files.map(({ name }) => name);
  // Authors can't use other people's files or edit other people's posts.
  expect(codeOf(await edit(1, { files: [first, foreign] }))).toEqual([404, 'not_found']);
  expect(codeOf(await edit(1, { files: [foreign] }, world.ben))).toEqual([404, 'not_found']);
  expect(codeOf(await edit(1, { files: [] }, world.eve))).toEqual([404, 'not_found']);
  expect(await namesFor(world.ben)).toEqual(['first.txt']);

  await world.app.jobs.settle();
  expect((await edit(1, { files: [second, first] })).status).toBe(200);
  expect(await namesFor(world.ben)).toEqual(['second.txt', 'first.txt']);
  // An edit without files keeps them. Of two simultaneous edits, the second fails and keeps the files of the first.
  expect((await edit(2, { text: 'More notes' })).status).toBe(200);
  expect(codeOf(await edit(2, { files: [] }))).toEqual([409, 'post_changed']);
  expect(await namesFor(world.ben)).toEqual(['second.txt', 'first.txt']);
  const gone = (await read(world.ben)).files[0]?.url ?? '';
  expect((await edit(3, { text: 'More notes', files: [first] })).status).toBe(200);
  expect(codeOf(await edit(4, { text: '', files: [] }))).toEqual([422, 'post_empty']);
  expect(await read(world.ben)).toMatchObject({
    files: [{ id: first }],
    editedAt: expect.any(String),
  });
  const { items } = await world.ben.call('GET /api/v1/posts/{id}/edits', { id });
  expect(items.map(({ text, files }) => [text, files])).toEqual([
    ['More notes', ['second.txt', 'first.txt']],
    ['Notes', null],
    ['Notes', ['first.txt']],
  ]);
  // The server no longer serves removed files.
  const { statusCode } = await world.app.http.inject({ url: gone, headers: { host: 'localhost' } });
  expect(statusCode).toBe(404);
});

test("[FEED-01] readers and the author's data export see previous titles and comments", async () => {
  const { id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: randomUUID(),
    name: 'Editors',
    membership: 'open',
    president: world.ben.uid,
  });
  const { id } = await world.ben.call('POST /api/v1/posts', {
    clientId: randomUUID(),
    club,
    kind: 'topic',
    title: 'Frist',
    text: 'Words',
  });
  const edit = (version: number, more: object) => {
    world.clock.advance(1);
    return world.ben.call('PATCH /api/v1/posts/{id}', { id, text: 'Words', version, ...more });
  };
  world.clock.advance(1);
  await edit(1, { title: 'First' });
  await edit(2, { text: 'More words' });
  await edit(3, { text: 'More words', title: 'First' });
  const { items } = await world.ana.call('GET /api/v1/posts/{id}/edits', { id });
  expect(items.map(({ title, text }) => [title, text])).toEqual([
    [null, 'Words'],
    ['Frist', 'Words'],
  ]);
  const { id: comment } = await world.ben.call('POST /api/v1/posts/{id}/comments', {
    id,
    clientId: randomUUID(),
    text: 'Hm',
  });
  await world.ben.call('PATCH /api/v1/comments/{id}', { id: comment, text: 'Hm!' });
  const { sections } = await world.ben.call('GET /api/v1/account/data');
  expect(sections).toMatchObject({
    posts: [{ title: 'First', before: ['Frist\nWords', 'Words'] }],
    comments: [{ text: 'Hm!', before: ['Hm'] }],
  });
});
