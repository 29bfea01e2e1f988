import { expect, test } from 'vitest';
import { encryptUnsubscribe } from '#server/features/newsletters/inbox/unsubscribe.ts';
import { schoolId } from '#server/kernel/ids.ts';
import { inWorld } from './world.ts';

const world = inWorld();

const boundary = 'XYZ';
const multipart = `multipart/form-data; boundary=${boundary}`;
const oneClick = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;
const post = (path: string, type: string, body: string | Buffer) =>
  world.visit(path, { method: 'POST', headers: { 'content-type': type }, body });

test('a one-click request in either form of RFC 8058 unsubscribes someone from newsletters', async () => {
  for (const [person, type, body] of [
    [world.ana, 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [world.ben, multipart, oneClick],
  ] as const) {
    const token = encryptUnsubscribe(
      { school: { school_id: schoolId(world.school) } as never, tokens: world.tokens },
      { user: person.id, of: null },
    );
    const answer = await post(`/api/v1/inbox/unsubscribe/${token}`, type, body);
    expect([type, answer.status, answer.body]).toEqual([type, 200, { ok: true }]);
    expect((await person.call('GET /api/v1/inbox/choice')).byMail).toBe(false);
  }
});

test('a multipart form has a size limit, and other calls reject it', async () => {
  const long = Buffer.concat([Buffer.from(oneClick), Buffer.alloc(2_000_000, 'x')]);
  expect((await post('/api/v1/inbox/unsubscribe/x', multipart, long)).status).toBe(413);
  expect((await post('/api/v1/inbox/unsubscribe/x', multipart, oneClick)).status).toBe(410);
  for (const path of ['/api/v1/sso/1/acs', '/api/v1/login', '/api/v1/inbox/leave']) {
    const answer = await post(path, multipart, oneClick);
    expect([path, answer.status, answer.body]).toMatchObject([
      path,
      415,
      { code: 'unsupported_media_type' },
    ]);
  }
});
