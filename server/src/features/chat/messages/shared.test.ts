import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SharedKind } from '#contract/chat/limits.ts';
import { connect, direct, group, sendMessage } from '../../../../test/chat-world.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

const world = inWorld();

const shared = 'GET /api/v1/chat/conversations/{conversation}/shared';
const seqs = async (who: Person, conversation: string, kind: SharedKind, more = {}) => {
  const { items, next } = await who.call(shared, { conversation, kind, ...more });
  return [items.map(({ seq }) => seq), next] as const;
};
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const attach = async (who: Person, conversation: string, name: string, bytes: Buffer) => {
  const { id } = await who.call('POST /api/v1/uploads', {
    clientId: randomUUID(),
    name,
    size: bytes.length,
  });
  const sent = await who.try('PUT /api/v1/uploads/{id}', { id, offset: 0, upload: bytes });
  expect(sent.status).toBe(200);
  return (await sendMessage(who, conversation, '', { files: [id] })).seq;
};

test('[CHAT-05] a conversation lists its pictures and other files separately, newest first, page by page', async () => {
  const { ana, ben, cy, eve } = world;
  await connect(ana, ben);
  const { id } = await direct(ana, ben);
  const first = await attach(ana, id, 'one.png', pixel);
  await sendMessage(ben, id, 'Words only');
  const notes = await attach(ben, id, 'notes.txt', Buffer.from('Notes'));
  const second = await attach(ben, id, 'two.png', pixel);
  expect(await seqs(ben, id, 'pictures')).toEqual([[second, first], null]);
  expect(await seqs(ana, id, 'files')).toEqual([[notes], null]);
  expect(await seqs(ana, id, 'links')).toEqual([[], null]);
  expect(await seqs(ana, id, 'pictures', { limit: 1 })).toEqual([[second], second]);
  expect(await seqs(ana, id, 'pictures', { limit: 1, before: second })).toEqual([[first], null]);
  // Deleted messages leave the lists.
  await ben.call('DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', {
    conversation: id,
    seq: second,
  });
  expect(await seqs(ana, id, 'pictures')).toEqual([[first], null]);
  // Only participants read them: neither someone from the school nor a stranger from another one.
  for (const who of [cy, eve])
    expect((await who.try(shared, { conversation: id, kind: 'pictures' })).status).toBe(404);
});

test('[CHAT-05] people see no files from before they were added, and none from people they blocked', async () => {
  const { ana, ben } = world;
  const dee = await world.join({ username: 'dee', first_name: 'Dee' });
  await connect(ana, dee);
  const { id } = await group(ana, [ben, dee], 'Trip');
  await attach(ana, id, 'early.png', pixel);
  const fay = await world.join({ username: 'fay', first_name: 'Fay' });
  await connect(ana, fay);
  await ana.call('POST /api/v1/chat/conversations/{conversation}/participants', {
    conversation: id,
    uids: [fay.uid],
  });
  const later = await attach(dee, id, 'later.png', pixel);
  expect((await seqs(fay, id, 'pictures'))[0]).toEqual([later]);
  await world.sql(
    `insert into blocks (school_id, blocker_id, blocked_id, created_at) values ($1, $2, $3, now())`,
    [world.school, fay.id, dee.id],
  );
  expect((await seqs(fay, id, 'pictures'))[0]).toEqual([]);
});
