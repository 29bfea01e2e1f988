import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inReceiver } from '../../../test/webhook-receiver.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
const { receiver, at } = inReceiver();

const say = (text: string, more: object = {}) =>
  world.ana.call('POST /api/v1/posts', { clientId: randomUUID(), text, ...more });
const read = (id: string, who = world.ben) => who.call('GET /api/v1/posts/{id}', { id });
const poll = { poll: { options: ['Yes', 'No'], multiple: false } };

test('[FEED-01] a post shows the preview of its linked page until its author changes the link or removes the preview', async () => {
  receiver.answer = (path) => ({
    status: path === '/silent' ? 404 : 200,
    headers: { 'content-type': 'text/html' },
    body: `<title>Page ${path}</title>`,
  });
  const first = await say(`Look: ${receiver.url}/rowing.`);
  expect(first.preview).toBeNull();
  await world.app.jobs.settle();
  const shown = await read(first.id);
  expect(shown.preview).toMatchObject({ url: `${receiver.url}/rowing`, title: 'Page /rowing' });
  // An edit keeps the preview if the link stays the same, and replaces it otherwise.
  const { version } = await world.ana.call('PATCH /api/v1/posts/{id}', {
    id: first.id,
    text: `Look at this: ${receiver.url}/rowing`,
    version: shown.version,
  });
  expect((await read(first.id)).preview?.title).toBe('Page /rowing');
  await world.ana.call('PATCH /api/v1/posts/{id}', {
    id: first.id,
    text: `Rather ${receiver.url}/sailing`,
    version,
  });
  expect((await read(first.id)).preview).toBeNull();
  await world.app.jobs.settle();
  expect((await read(first.id)).preview?.title).toBe('Page /sailing');

  // A page is fetched once a day for all posts. Posts with polls get no preview, and neither do pages without data.
  expect((await say(`Again ${receiver.url}/sailing`)).preview?.title).toBe('Page /sailing');
  const others = [
    await say(`Which one? ${receiver.url}/rowing`, poll),
    await say(`Gone: ${receiver.url}/silent`),
  ];
  await world.app.jobs.settle();
  for (const { id } of others) expect((await read(id)).preview).toBeNull();
  expect(at('/sailing')).toHaveLength(1);

  // Only the author can remove a preview, and strangers can't find out that there is one.
  const address = { id: first.id };
  expect((await world.ben.try('DELETE /api/v1/posts/{id}/preview', address)).status).toBe(403);
  expect((await world.eve.try('DELETE /api/v1/posts/{id}/preview', address)).status).toBe(404);
  await world.ana.call('DELETE /api/v1/posts/{id}/preview', address);
  await world.app.jobs.settle();
  expect((await read(first.id)).preview).toBeNull();
});

test('limits how often someone can change the link of a post', async () => {
  const ended: number[] = [];
  let { id, version } = await say('Before');
  for (let edit = 0; edit < 125 && ended.length === 0; edit += 1) {
    const text = `Edit ${edit}`;
    const { status, body } = await world.ana.try('PATCH /api/v1/posts/{id}', { id, text, version });
    if (status === 200) ({ id, version } = body as { id: string; version: number });
    else ended.push(status);
  }
  expect(ended).toEqual([429]);
});

test('hides previews with words from the school’s word list', async () => {
  receiver.answer = () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<title>Free crepes</title><meta property="og:description" content="A Crêpe for everybody">',
  });
  const version = (await world.admin.call('GET /api/v1/school/word-list')).version;
  const words = [{ word: 'crepe', action: 'refuse' as const }];
  await world.admin.call('PUT /api/v1/school/word-list', { words, version });
  // The first post fetches the preview, and the second uses the stored one.
  for (const text of ['Look', 'Look again']) {
    const { id } = await say(`${text}: ${receiver.url}/free`);
    await world.app.jobs.settle();
    expect((await read(id)).preview).toBeNull();
  }
});
