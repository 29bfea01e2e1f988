import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { CallLog, openLog } from './log.ts';

test("the log redacts secrets in a request and omits an error's request configuration", async () => {
  const out = new PassThrough();
  const log = openLog('info', out);
  const carried = {
    password: 'p1',
    token: 't1',
    jwt: 'j1',
    cookie: 'c1',
    authorization: 'a1',
    'set-cookie': 's1',
  };
  log.info(carried);
  log.info({ body: carried });
  log.info({ request: { body: carried, headers: carried } });
  log.info({ err: Object.assign(new Error('failed'), { config: { headers: carried } }) });
  out.end();
  const written = await text(out);
  expect(written.trim().split('\n')).toHaveLength(4);
  expect(written).not.toMatch(/"[ptjcas]1"/);
  expect(written).toContain('failed');
  expect(written).not.toContain('config');
});

test('each line of a call has its request ID and school, and redacts secrets', async () => {
  const out = new PassThrough();
  const log = new CallLog(openLog('info', out), { requestId: 'r1', school: 'mit8' });
  log.warn({ token: 't1' }, 'one');
  const { error } = log;
  error({ err: new Error('failed') }, 'two');
  out.end();
  const lines = (await text(out)).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { requestId: 'r1', school: 'mit8', token: '[hidden]', msg: 'one' },
    { requestId: 'r1', school: 'mit8', err: { message: 'failed' }, msg: 'two' },
  ]);
});
