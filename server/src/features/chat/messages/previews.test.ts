import { beforeAll, expect, test } from 'vitest';
import { noOutbound, openOutbound } from '#server/kernel/outbound/outbound.ts';
import { connect, direct, readMessages, sendMessage } from '../../../../test/chat-world.ts';
import { halves } from '../../../../test/file-samples.ts';
import { inReceiver } from '../../../../test/webhook-receiver.ts';
import { inWorld } from '../../../../test/world.ts';
import { fetchPreview } from '../../link-previews/preview-fetching.ts';
import { readPage } from '../../link-previews/page-words.ts';

const world = inWorld();
const { receiver, at } = inReceiver();
let id: string;

const page = (head: string) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><head>${head}</head>`,
});
const answers: Record<
  string,
  () => { status: number; headers?: Record<string, string>; body?: string }
> = {
  '/rowing': () =>
    page(`<title>Plain</title><meta property="og:title" content="\u202eRow\u200bing &amp; \u00adsailing"><meta property="og:description" content=" On the  river ">
      <meta property="og:site_name" content="River Club"><meta property="og:image" content="/boat.png">`),
  '/plain': () => page('<title>Only\n a title<script>alert(1)</script></title>'),
  '/nothing': () => page(''),
  '/data': () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"title":"x"}',
  }),
  '/broken': () => ({
    status: 500,
    headers: { 'content-type': 'text/html' },
    body: '<title>Broken</title>',
  }),
  '/moved': () => ({ status: 302, headers: { location: '/moved-again' } }),
  '/moved-again': () => ({ status: 301, headers: { location: '/plain' } }),
  '/circle': () => ({ status: 302, headers: { location: '/circle' } }),
  '/long': () => page(`<title>Long</title>${'<!-- -->'.repeat(200_000)}`),
  '/bad-picture': () =>
    page('<title>Bad picture</title><meta property="og:image" content="/rowing">'),
};

beforeAll(async () => {
  await connect(world.ana, world.ben);
  id = (await direct(world.ana, world.ben)).id;
  const png = await halves(900, 600).png().toBuffer();
  receiver.answer = (path) => {
    // Binary, because the receiver otherwise responds with text.
    if (path === '/boat.png')
      return {
        status: 200,
        headers: { 'content-type': 'image/png' },
        body: png as unknown as string,
      };
    return answers[path]?.() ?? { status: 404 };
  };
});

const last = async () => (await readMessages(world.ben, id)).at(-1);
const post = async (path: string) => {
  const sent = await sendMessage(world.ana, id, `Look: ${receiver.url}${path}.`);
  await world.app.jobs.settle();
  return { sent, now: await last() };
};

test('[CHAT-04] a link gets its page’s preview with a stored picture when it is available', async () => {
  const { sent, now } = await post('/rowing');
  expect(sent.preview).toBeNull();
  expect(now).toMatchObject({
    seq: sent.seq,
    preview: {
      url: `${receiver.url}/rowing`,
      title: 'Rowing & sailing',
      description: 'On the river',
      site: 'River Club',
      pictureUrl: expect.stringMatching(/^\/files\/[0-9a-f]{40}\.webp$/),
    },
  });
  expect(now?.change).toBe(sent.change + 1);
  expect((await world.visit(now?.preview?.pictureUrl ?? '')).status).toBe(200);
  // The page is fetched once a day, whoever posts it.
  const again = await sendMessage(world.ben, id, `${receiver.url}/rowing`);
  expect(again.preview).toEqual(now?.preview);
  await world.app.jobs.settle();
  expect(at('/rowing')).toHaveLength(1);
  world.clock.advance(25 * 3_600_000);
  const ben = await world.signInAgain(world.ben);
  await sendMessage(ben, id, `${receiver.url}/rowing`);
  await world.app.jobs.settle();
  expect(at('/rowing')).toHaveLength(2);
  world.clock.advance(-25 * 3_600_000);
});

test('previews follow a few redirects and ignore other files and pages that are broken, endless or empty', async () => {
  expect((await post('/moved')).now?.preview).toMatchObject({
    title: 'Only a title<script>alert(1)</script>',
    url: `${receiver.url}/moved`,
  });
  expect((await post('/long')).now?.preview).toMatchObject({ title: 'Long', pictureUrl: null });
  expect((await post('/bad-picture')).now?.preview).toMatchObject({
    title: 'Bad picture',
    pictureUrl: null,
  });
  for (const path of ['/nothing', '/data', '/broken', '/circle', '/missing']) {
    const { sent, now } = await post(path);
    expect([path, now?.preview, now?.change]).toEqual([path, null, sent.change]);
  }
  expect(at('/circle')).toHaveLength(5);
});

test('an edited message shows the preview of its new link, and a deleted message shows none', async () => {
  const { sent } = await post('/plain');
  const membership = { conversation: id, seq: sent.seq };
  const edit = (text: string) =>
    world.ana.call('PATCH /api/v1/chat/conversations/{conversation}/messages/{seq}', {
      ...membership,
      text,
    });
  expect((await edit('No link')).preview).toBeNull();
  await edit(`And now ${receiver.url}/bad-picture`);
  await world.app.jobs.settle();
  expect((await last())?.preview?.title).toBe('Bad picture');
  expect((await edit('`https://in.code.example` only')).preview).toBeNull();
  await edit(`Or ${receiver.url}/nothing/yet`);
  await world.ana.call(
    'DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}',
    membership,
  );
  await world.app.jobs.settle();
  expect(await last()).toMatchObject({ deleted: 'author', preview: null });
});

test('previews never request private networks, by address, by name or by redirect', async () => {
  const asked: string[] = [];
  const logged: string[] = [];
  const outside = openOutbound();
  const scope = {
    school: { school_id: world.school, locale: 'en' },
    files: world.files,
    log: { info: (line: { code: string }) => logged.push(line.code) },
    // An external page that redirects to an internal address. Its response is mocked, and everything else uses the real client.
    pages: Object.assign(
      (url: string, request?: Parameters<typeof outside>[1]) => {
        asked.push(url);
        return url === 'https://outside.example/'
          ? Promise.resolve(
              new Response(null, { status: 302, headers: { location: `${receiver.url}/rowing` } }),
            )
          : outside(url, request);
      },
      { check: () => undefined },
    ),
  } as unknown as Parameters<typeof fetchPreview>[0];
  const before = at('/rowing').length;
  const inside = [
    `${receiver.url}/rowing`,
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'https://10.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://0x7f000001/',
  ];
  for (const url of ['https://outside.example/', ...inside])
    expect(await fetchPreview(scope, url)).toEqual({
      url,
      title: '',
      description: '',
      site: '',
      picture: null,
    });
  expect(asked).toContain(`${receiver.url}/rowing`);
  expect(new Set(logged)).toEqual(new Set(['private_address']));
  expect(logged.length).toBeGreaterThanOrEqual(inside.length - 1);
  // Operators can turn off calls to other servers.
  expect(
    (await fetchPreview({ ...scope, pages: noOutbound }, 'https://outside.example/')).title,
  ).toBe('');
  expect(at('/rowing')).toHaveLength(before);
});

test('a page is read in its own encoding, and its preview has only plain text', () => {
  expect(
    readPage(Buffer.from('<title>Stra\xdfe</title>', 'latin1'), 'text/html; charset=iso-8859-1')
      .title,
  ).toBe('Straße');
  expect(
    readPage(
      Buffer.from('<meta charset="windows-1252"><title>\x93Hi\x94</title>', 'latin1'),
      'text/html',
    ).title,
  ).toBe('“Hi”');
  expect(
    readPage(Buffer.from('<title>a\u202eb</title>'), 'text/html; charset=nonsense').title,
  ).toBe('ab');
  expect(
    readPage(Buffer.from(`<title>${'x'.repeat(900)}</title>`), 'text/html').title,
  ).toHaveLength(200);
});

test('reads a page with deeply nested or unclosed tags in linear time', { timeout: 20_000 }, () => {
  const pages = [
    `<title>Deep</title>${'<div>'.repeat(60_000)}${'</i>'.repeat(50_000)}`,
    `<title>Deep</title>${'<li><ul>'.repeat(60_000)}`,
  ];
  for (const page of pages) expect(readPage(Buffer.from(page), 'text/html').title).toBe('Deep');
});
