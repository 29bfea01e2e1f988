import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { financeLimits, type ProxyItem } from '#contract/finances/limits.ts';
import { inImports } from '../../../../test/import-world.ts';
import { openCookieJar, type CookieJar } from '../../../../test/cookie-jar.ts';
import { inWorld, type Answer, type Person } from '../../../../test/world.ts';

const world = inWorld();
const { stored } = inImports(world);
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
const settle = () => world.app.jobs.settle();

beforeAll(() =>
  stored(world.school, {
    'charges.csv':
      'id,username,amount,title,date\nc1,ana,124.80,Tuition,2026-08-15\nc2,ben,77.77,Room,2026-08-15\n',
    'holds.csv':
      'id,username,kind,office,since,reason,blocks\nh1,ana,library,Library,2026-10-14,A book is overdue.,registration\n',
  }),
);

/** The cookies of the parent's browser. */
let jar: CookieJar;
beforeAll(() => {
  jar = openCookieJar(world.clock);
});
/** Makes a call without a session. */
const outside = async (path: string, body: object, host?: string, cookies = jar) => {
  const answer = await world.visit(`/api/v1/finance/shared/${path}`, {
    method: 'POST',
    body,
    headers: { cookie: cookies.header() },
    ...(host !== undefined && { host }),
  });
  cookies.keep(answer.headers['set-cookie']);
  return answer;
};
const grant = async (
  who: Person,
  items: ProxyItem[] = ['balance', 'lines', 'holds', 'statements'],
  email = 'teresa@example.com',
) => {
  world.mails.length = 0;
  const proxy = await who.call('POST /api/v1/finance/proxies', {
    clientId: newClientId(),
    name: 'Teresa',
    email,
    items,
    until: new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10),
  });
  await settle();
  const text = world.mails[0]?.text ?? '';
  const link = /#link=([\w-]+)/.exec(text)?.[1] ?? '';
  return { id: proxy.id, link, text };
};
const mailedCode = async (link: string) => {
  world.mails.length = 0;
  expect((await outside('codes', { link })).status).toBe(200);
  await settle();
  return /code is (\d{4} \d{4})/.exec(world.mails[0]?.text ?? '')?.[1] ?? '';
};
const begin = async (link: string): Promise<string> => {
  const code = await mailedCode(link);
  const answer = await outside('visits', { link, code });
  expect(answer.status).toBe(200);
  return (answer.body as { visit: string }).visit;
};
const read = (visit: string) => outside('account', { visit });

test('[FIN-01] a parent sees only shared items, each access is listed, and revoking takes effect immediately', async () => {
  const { id, link, text } = await grant(world.ana);
  // Mails contain no amounts, and the link alone grants no access.
  expect(text).not.toMatch(/124|Tuition|Library/);
  expect((await read(link)).status).toBe(403);
  const visit = await begin(link);
  const seen = (await read(visit)).body;
  expect(seen).toMatchObject({
    student: { firstName: 'Ana' },
    accounts: [{ balance: { amount: 12_480 }, terms: [{ lines: [{ title: 'Tuition' }] }] }],
    holds: [{ office: 'Library' }],
  });
  expect(JSON.stringify(seen)).not.toMatch(/7777|Room/);
  const account = (seen as { accounts: { id: string }[] }).accounts[0]?.id;
  const statement = await outside('statement', { visit, account, format: 'csv' });
  expect(statement.status).toBe(200);
  const onScreen = await outside('statement-view', { visit, account, from: '2026-08-01' });
  expect(onScreen.body).toMatchObject({
    closing: { amount: 12_480 },
    lines: [{ title: 'Tuition' }],
  });
  const foreign = await world.ben.call('GET /api/v1/finance/bursar');
  expect(
    (await outside('statement-view', { visit, account: foreign.accounts[0]?.id })).status,
  ).toBe(404);
  expect(
    (await outside('statement', { visit, account: foreign.accounts[0]?.id, format: 'csv' })).status,
  ).toBe(404);
  // The visit isn't a session, so no other call of the campus accepts it.
  for (const path of [
    '/api/v1/finance/bursar',
    '/api/v1/users',
    '/api/v1/clubs',
    '/api/v1/session',
  ])
    expect(
      (await world.visit(path, { headers: { authorization: `Bearer ${visit}` } })).status,
    ).toBe(401);

  const { items } = await world.ana.call('GET /api/v1/finance/proxies');
  expect(items[0]).toMatchObject({ id, state: 'active', lastReadAt: expect.any(String) });
  const reads = await world.ana.call('GET /api/v1/finance/proxies/{id}/reads', { id });
  expect(reads.items.map(({ what }) => what).toSorted()).toEqual([
    'account',
    'statement',
    'statement',
  ]);
  expect((await world.ben.try('GET /api/v1/finance/proxies/{id}/reads', { id })).status).toBe(404);
  expect((await world.ben.try('DELETE /api/v1/finance/proxies/{id}', { id })).status).toBe(404);

  await world.ana.call('DELETE /api/v1/finance/proxies/{id}', { id });
  expect(codeOf(await read(visit))).toEqual([403, 'proxy_signed_out']);
  expect(codeOf(await outside('codes', { link }))).toEqual([404, 'proxy_link_invalid']);
  expect((await world.ana.call('GET /api/v1/finance/proxies')).items[0]?.state).toBe('revoked');
  const { entries } = await world.admin.call('GET /api/v1/audit', { size: 3 });
  expect(entries.map(({ kind, detail }) => [kind, detail['act']])).toEqual([
    ['finance_proxy_changed', 'revoked'],
    ['finance_proxy_changed', 'confirmed'],
    ['finance_proxy_changed', 'added'],
  ]);
});

test('[FIN-01] each item is shared separately', async () => {
  const shown = async (items: ProxyItem[]) => {
    const { id, link } = await grant(world.ana, items);
    const visit = await begin(link);
    const { body } = await read(visit);
    const seen = body as {
      accounts: {
        id: string;
        balance: unknown;
        plan: unknown[];
        terms: { balance: unknown; lines: { balance: unknown }[] }[];
      }[];
      holds: unknown[];
    };
    const account = seen.accounts[0]?.id ?? '1';
    const statement = await outside('statement', { visit, account, format: 'csv' });
    // The screen shows the same.
    const onScreen = await outside('statement-view', { visit, account });
    expect(codeOf(onScreen)).toEqual(codeOf(statement));
    await world.ana.call('DELETE /api/v1/finance/proxies/{id}', { id });
    return { ...seen, statement: codeOf(statement) };
  };
  const balance = await shown(['balance']);
  expect(balance).toMatchObject({
    accounts: [{ balance: { amount: 12_480 }, terms: [] }],
    holds: [],
  });
  expect(balance.statement).toEqual([403, 'not_shared_with_you']);
  const lines = await shown(['lines']);
  expect(lines.accounts[0]).toMatchObject({
    balance: null,
    dueNow: null,
    totals: null,
    terms: [{ balance: null, lines: [{ title: 'Tuition', balance: null }] }],
  });
  expect(await shown(['holds'])).toMatchObject({ accounts: [], holds: [{ office: 'Library' }] });
  const statements = await shown(['statements']);
  expect(statements.accounts[0]).toMatchObject({ balance: null, terms: [] });
  expect(statements.statement[0]).toBe(200);
});

test('[FIN-01] only a parent with access to the balance can open the payment page, and the student sees it', async () => {
  const pay = (visit: string, more: object = {}) => outside('payment-link', { visit, ...more });
  const { id, link } = await grant(world.ana, ['balance'], 'payer@example.com');
  const visit = await begin(link);
  expect((await read(visit)).body).toMatchObject({ paysAt: null });
  expect(codeOf(await pay(visit))).toEqual([409, 'no_payment_page']);
  const settings = await world.admin.call('GET /api/v1/school/finances/settings');
  const { offices: _offices, keyHint: _hint, bookingOffice: _office, ...own } = settings;
  await world.admin.call('PUT /api/v1/school/finances/settings', {
    ...own,
    bookingOffice: null,
    payUrl: 'https://pay.demo.test/',
  });
  await world.admin.call('POST /api/v1/school/finances/payment-key');
  expect((await read(visit)).body).toMatchObject({ paysAt: 'pay.demo.test' });
  const { url, host } = (await pay(visit)).body as { url: string; host: string };
  expect(host).toBe('pay.demo.test');
  const claims = new URL(url).searchParams.get('reference')?.split('.')[1] ?? '';
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    sub: 'ana',
    amount: '124.80',
    return: expect.stringMatching(/\/shared-finances$/),
  });
  const reads = await world.ana.call('GET /api/v1/finance/proxies/{id}/reads', { id });
  expect(reads.items.filter(({ what }) => what === 'payment')).toHaveLength(1);
  const { entries } = await world.admin.call('GET /api/v1/audit', { size: 1 });
  expect(entries).toMatchObject([
    { kind: 'finance_proxy_changed', detail: { act: 'payment' }, people: [{ uid: world.ana.uid }] },
  ]);
  const foreign = await world.ben.call('GET /api/v1/finance/bursar');
  expect((await pay(visit, { account: foreign.accounts[0]?.id })).status).toBe(404);
  expect((await outside('payment-link', { visit }, 'north.localhost')).status).toBe(403);
  const other = await grant(world.ana, ['lines', 'holds', 'statements'], 'reader@example.com');
  const reader = await begin(other.link);
  expect((await read(reader)).body).toMatchObject({ paysAt: null });
  expect(codeOf(await pay(reader))).toEqual([403, 'not_shared_with_you']);
  for (const one of [id, other.id])
    await world.ana.call('DELETE /api/v1/finance/proxies/{id}', { id: one });
  expect(codeOf(await pay(visit))).toEqual([403, 'proxy_signed_out']);
});

test('[FIN-01] access lasts until the end of its last day in the school’s time zone', async () => {
  const zone = 'Pacific/Kiritimati';
  await world.sql(
    `insert into terms (school_id, code, name, starts_on, ends_on, time_zone) values ($1, 'far', 'Far', '2026-09-01', '2027-01-31', $2)`,
    [world.school, zone],
  );
  const until = new Date(world.clock.now().getTime() + 9 * 86_400_000).toISOString().slice(0, 10);
  const proxy = await world.ben.call('POST /api/v1/finance/proxies', {
    clientId: newClientId(),
    name: 'Far',
    email: 'far@example.com',
    items: ['balance'],
    until,
  });
  // The school is 14 hours ahead of UTC.
  expect(proxy).toMatchObject({ lastDay: until, endsAt: `${until}T09:59:59.000Z` });
  await settle();
  await world.sql(`delete from terms where code = 'far'`);
});

test('[FIN-01] a code works once, for a few minutes and tries, and a link only until it ends, at its own school', async () => {
  const { id, link } = await grant(world.ana, ['balance'], 'codes@example.com');
  const first = await mailedCode(link);
  const second = await mailedCode(link);
  const give = (code: string) => outside('visits', { link, code });
  if (first !== second) expect(codeOf(await give(first))).toEqual([403, 'proxy_code_wrong']);
  expect((await give(second)).status).toBe(200);
  expect(codeOf(await give(second))).toEqual([403, 'proxy_code_wrong']);
  const third = await mailedCode(link);
  const wrong = third === '0000 0000' ? '1111 1111' : '0000 0000';
  for (let tries = 0; tries < financeLimits.codeTries; tries += 1)
    expect((await give(wrong)).status).toBe(403);
  expect((await give(third)).status).toBe(403);
  const fourth = await mailedCode(link);
  world.clock.advance((financeLimits.codeMinutes + 1) * 60_000);
  expect((await give(fourth)).status).toBe(403);
  const visit = await begin(link);
  expect((await outside('account', { visit }, 'north.localhost')).status).toBe(403);
  expect((await outside('codes', { link }, 'north.localhost')).status).toBe(404);
  expect((await outside('codes', { link })).status).toBe(429);
  // A visit expires, and its visitor can end it.
  world.clock.advance((financeLimits.visitMinutes + 1) * 60_000);
  expect((await read(visit)).status).toBe(403);
  await world.sql('update finance_proxies set ends_at = created_at where id = $1', [id]);
  expect(codeOf(await outside('codes', { link }))).toEqual([404, 'proxy_link_invalid']);
});

test('[FIN-01] a visit needs its http-only cookie, and ends with the access, the time limit or a sign-out', async () => {
  for (const who of [world.ana, world.ben]) Object.assign(who, await world.signInAgain(who));
  const cookieOf = ({ headers }: Pick<Answer, 'headers'>) =>
    [headers['set-cookie'] ?? []].flat().map(String);
  const { id, link } = await grant(world.ana, ['balance'], 'cookie@example.com');
  const begun = await outside('visits', { link, code: await mailedCode(link) });
  const { visit } = begun.body as { visit: string };
  const [cookie = '', ...others] = cookieOf(begun);
  expect(others).toEqual([]);
  const token = /^cg_visit_\d+=([\w-]+);/.exec(cookie)?.[1] ?? '';
  expect(cookie).toMatch(
    new RegExp(
      `^cg_visit_${id}=[\\w-]{43}; Max-Age=1800; Path=/api/v1/finance/shared; HttpOnly; SameSite=Strict$`,
    ),
  );
  // The key or the cookie alone isn't enough, and neither is a wrong proof.
  expect(begun.text).not.toContain(token);
  const bare = openCookieJar(world.clock);
  expect(codeOf(await outside('account', { visit }, undefined, bare))).toEqual([
    403,
    'proxy_signed_out',
  ]);
  const forged = `${id}.${'A'.repeat(43)}`;
  expect(codeOf(await read(forged))).toEqual([403, 'proxy_signed_out']);
  expect((await read(visit)).status).toBe(200);
  // A second access works in the same browser at the same time, with a separate key.
  const second = await grant(world.ben, ['balance'], 'cookie@example.com');
  const other = await begin(second.link);
  expect((await read(other)).body).toMatchObject({ student: { firstName: 'Ben' } });
  expect((await read(visit)).body).toMatchObject({ student: { firstName: 'Ana' } });
  expect((await read(`${id}.${other.split('.')[1]}`)).status).toBe(403);
  // Signing out ends the visit and removes only its cookie.
  const left = await outside('sign-out', { visit });
  expect(cookieOf(left)).toEqual([expect.stringMatching(`^cg_visit_${id}=;`)]);
  expect((await read(visit)).status).toBe(403);
  jar.values.set(`cg_visit_${id}`, token);
  expect((await read(visit)).status).toBe(403);
  expect((await read(other)).status).toBe(200);
  await world.ben.call('DELETE /api/v1/finance/proxies/{id}', { id: second.id });
  expect(codeOf(await read(other))).toEqual([403, 'proxy_signed_out']);
  // Over HTTPS the cookie is secure. In a frame, where browsers block cookies, the page has the token.
  const proxied = await world.startAnother({ trustProxy: '127.0.0.1' });
  const secure = await proxied.http.inject({
    method: 'POST',
    url: '/api/v1/finance/shared/visits',
    payload: { link, code: await mailedCode(link) },
    headers: { host: 'localhost', 'x-forwarded-proto': 'https' },
  });
  expect(cookieOf(secure)).toEqual([
    expect.stringMatching(
      new RegExp(`^__Secure-cg_visit_${id}=.+; HttpOnly; Secure; SameSite=Strict$`),
    ),
  ]);
  await proxied.close();
  const framed = await outside('visits', { link, code: await mailedCode(link), inFrame: true });
  expect(cookieOf(framed)).toEqual([]);
  const inFrame = (framed.body as { visit: string }).visit;
  expect((await outside('account', { visit: inFrame }, undefined, bare)).status).toBe(200);
  await outside('sign-out', { visit: inFrame }, undefined, bare);
  expect((await outside('account', { visit: inFrame }, undefined, bare)).status).toBe(403);
  // The visit expires in the browser and on the server.
  const last = await begin(link);
  const kept = new Map(jar.values);
  world.clock.advance((financeLimits.visitMinutes + 1) * 60_000);
  expect(jar.header()).not.toContain('cg_visit_');
  for (const [name, value] of kept) jar.values.set(name, value);
  expect((await read(last)).status).toBe(403);
  Object.assign(world.ana, await world.signInAgain(world.ana));
  await world.ana.call('DELETE /api/v1/finance/proxies/{id}', { id });
});

test('[FIN-01] sharing needs a recently confirmed session, is idempotent, and has limits', async () => {
  const who = await world.join({ username: 'sharer' });
  const wish = {
    clientId: newClientId(),
    name: 'Sam',
    email: 'sam@example.com',
    items: ['balance'],
    until: '2099-01-01',
  };
  const share = (more: object = {}) =>
    who.try('POST /api/v1/finance/proxies', { ...wish, ...more });
  expect((await share()).status).toBe(400);
  const until = new Date(world.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
  const [one, two] = await Promise.all([share({ until }), share({ until })]);
  const made = [one, two].filter(({ status }) => status === 200);
  expect(made.length).toBeGreaterThan(0);
  expect((await share({ until })).body).toMatchObject({ email: 'sam@example.com' });
  expect((await who.call('GET /api/v1/finance/proxies')).items).toHaveLength(1);
  expect(
    (await share({ until, clientId: newClientId(), items: ['balance', 'balance'] })).status,
  ).toBe(400);
  for (let n = 1; n < financeLimits.proxies; n += 1)
    expect((await share({ until, clientId: newClientId() })).status).toBe(200);
  expect(codeOf(await share({ until, clientId: newClientId() }))).toEqual([
    409,
    'too_many_proxies',
  ]);
  await world.sql(
    `update sessions set created_at = created_at - interval '11 minutes' where user_id = $1`,
    [who.id],
  );
  expect(codeOf(await share({ until, clientId: newClientId() }))).toEqual([
    403,
    'confirm_identity',
  ]);
});

test('[FIN-01] simultaneous identical requests share an account once, and too many views return 429', async () => {
  const wish = {
    clientId: newClientId(),
    name: 'Iris',
    email: 'iris@example.com',
    items: ['balance'] as ProxyItem[],
    until: new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10),
  };
  Object.assign(world.ana, await world.signInAgain(world.ana));
  world.mails.length = 0;
  const both = await Promise.all(
    Array.from({ length: 8 }, () => world.ana.call('POST /api/v1/finance/proxies', wish)),
  );
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  await settle();
  const invited = world.mails.filter(({ to }) => to === wish.email);
  expect(invited).toHaveLength(1);
  const link = /#link=([\w-]+)/.exec(invited[0]?.text ?? '')?.[1] ?? '';
  const visit = await begin(link);
  expect((await read(visit)).status).toBe(200);
  await world.sql(`update rate_limits set used = 240 where subject like 'finance-shared:%'`);
  expect((await read(visit)).status).toBe(429);
});

test('[FIN-01] emails use the language that the student chose, or the school’s', async () => {
  const share = async (email: string, locale?: 'de' | 'ar') => {
    world.mails.length = 0;
    await world.ana.call('POST /api/v1/finance/proxies', {
      clientId: newClientId(),
      name: 'Teresa',
      email,
      items: ['balance'],
      until: new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10),
      ...(locale !== undefined && { locale }),
    });
    await settle();
    const mail = world.mails.find(({ to }) => to === email);
    const link = /#link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await outside('codes', { link })).status).toBe(200);
    await settle();
    return [mail?.subject, world.mails.findLast(({ to }) => to === email)?.subject];
  };
  expect(await share('de@example.com', 'de')).toEqual([
    'Ana Silva hat das Konto bei Demo University mit dir geteilt',
    'Dein Code für Demo University',
  ]);
  expect((await share('ar@example.com', 'ar'))[1]).toBe('رمزك لدى Demo University');
  expect((await share('own@example.com'))[1]).toBe('Your code for Demo University');
  await world.sql(`update schools set locale = 'de-DE' where school_id = $1`, [world.school]);
  world.clock.advance(120_000);
  expect((await share('school@example.com'))[1]).toBe('Dein Code für Demo University');
  await world.sql(`update schools set locale = 'en-US' where school_id = $1`, [world.school]);
});

test('[FIN-01] emails to proxies contain names without links, and only the school’s own link', async () => {
  world.mails.length = 0;
  await world.sql(`update users set last_name = 'Silva https://evil.example/a' where id = $1`, [
    world.ana.id,
  ]);
  await world.ana.call('POST /api/v1/finance/proxies', {
    clientId: newClientId(),
    name: 'Teresa, win: www.evil.example <b>now</b>\u2028J.R. O’Neil-Ünal',
    email: 'plain@example.com',
    items: ['balance'],
    until: new Date(world.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10),
  });
  await settle();
  await world.sql(`update users set last_name = 'Silva' where id = $1`, [world.ana.id]);
  const [mail] = world.mails;
  const text = `${mail?.subject}\n${mail?.text}`;
  expect(text).toContain('J. R. O’Neil-Ünal');
  expect(mail?.html).toBeUndefined();
  // The only link is the school's.
  expect(text.match(/\S*(?:https?:|www\.\S|\w\.\w|<)\S*/g)).toEqual([
    expect.stringContaining('/shared-finances#link='),
  ]);
});
