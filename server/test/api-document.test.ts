import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { newSecret, signedHeaders } from '#server/features/webhooks/webhooks.rules.ts';

import { inWorld } from './world.ts';

const folder = new URL('../../docs/', import.meta.url);
const world = inWorld();

/** Returns the JavaScript of docs/api.md that contains a word. */
const blockOf = async (word: string): Promise<string> => {
  const text = await readFile(new URL('api.md', folder), 'utf8');
  const blocks = [...text.matchAll(/```js\n(.+?)```/gs)].map(([, code = '']) => code);
  return blocks.find((code) => code.includes(word)) ?? '';
};

test('the webhook verification code in docs/api.md accepts our signatures and rejects others', async () => {
  const code = await blockOf('createHmac');
  const { isFromCommons } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  )) as {
    isFromCommons: (headers: Record<string, string>, body: string, secret: string) => boolean;
  };
  const [secret, other] = [newSecret(), newSecret()];
  const body = '{"type":"webhook.test"}';
  const headers = signedHeaders('msg_1', new Date(), body, [other, secret]);
  expect(isFromCommons(headers, body, secret)).toBe(true);
  expect(isFromCommons(headers, body, other)).toBe(true);
  expect(isFromCommons(headers, `${body} `, secret)).toBe(false);
  expect(isFromCommons({ ...headers, 'webhook-id': 'msg_2' }, body, secret)).toBe(false);
  expect(isFromCommons(headers, body, newSecret())).toBe(false);
  expect(
    isFromCommons(
      signedHeaders('msg_1', new Date(Date.now() - 600_000), body, [secret]),
      body,
      secret,
    ),
  ).toBe(false);
});

test('the script in docs/api.md lists the school’s clubs and public events with a key', async () => {
  const server = await world.startAnother({});
  await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const { admin } = world;
    const { id: club } = await admin.call('POST /api/v1/clubs', {
      clientId: newClientId(),
      name: 'Robotics',
      membership: 'open',
      president: world.ana.uid,
    });
    await admin.call('PUT /api/v1/school/sharing', {
      isOn: true,
      isIndexed: false,
      areEventsOn: true,
      areClubsOn: true,
    });
    await world.sql('update clubs set is_public = true where id = $1', [club]);
    for (const [title, audience] of [
      ['Open lab', 'public'],
      ['Team meeting', 'school'],
    ] as const) {
      const start = world.clock.now().getTime() + 86_400_000;
      await admin.call('POST /api/v1/events', {
        clientId: newClientId(),
        title,
        club,
        audience,
        dateStart: new Date(start).toISOString(),
        dateEnd: new Date(start + 3_600_000).toISOString(),
        timeZone: 'Europe/Berlin',
      });
    }
    const { token } = await admin.call('POST /api/v1/api-keys', {
      name: 'Website',
      scopes: ['clubs.read', 'events.read'],
    });
    const address = server.http.server.address();
    const port = typeof address === 'object' ? address?.port : '';
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', await blockOf('COMMONS_URL')],
      { env: { COMMONS_URL: `http://127.0.0.1:${port}`, COMMONS_KEY: token }, timeout: 20_000 },
    );
    expect(stdout).toContain(`Robotics`);
    expect(stdout).toContain('Open lab');
    expect(stdout).not.toContain('Team meeting');
  } finally {
    await server.close();
  }
});
