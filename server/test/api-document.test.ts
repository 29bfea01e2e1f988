import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { newSecret, signedHeaders } from '#server/features/webhooks/webhooks.rules.ts';

const folder = new URL('../../docs/', import.meta.url);

test('the webhook verification code in docs/api.md accepts our signatures and rejects others', async () => {
  const code =
    /```js\n(.+?)```/s.exec(await readFile(new URL('api.md', folder), 'utf8'))?.[1] ?? '';
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
