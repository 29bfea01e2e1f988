import type { Page } from '@playwright/test';
import pg from 'pg';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { upsertPassword } from '#server/features/passwords/passwords.queries.ts';
import { hashPassword } from '#server/kernel/security/password-hashing.ts';
import { insertPeople } from '#server/features/people/people.queries.ts';
import { insertSchool } from '#server/features/schools/schools.queries.ts';
import { inTransaction, openPool } from '#server/kernel/database/database.ts';
import { sampleOf } from '../server/test/effort.ts';
import { address, expect, password, signIn, test } from './campus.ts';
import { openBrowser, openSite, wholeBrowser } from './open-browser.ts';

/*
 * Another site makes a person's browser send requests with tokens that aren't theirs, in all ways a page can. No call that
 * changes state may succeed. This file has its own school, so no one else changes its data meanwhile. Its cookies are
 * weakened to SameSite=None and the browser allows third-party cookies, so it isn't the browser that blocks the requests.
 */
const code = 'fort';
const campus = () => address().replace('localhost', `${code}.localhost`);
const changing = endpoints.filter(
  ({ method, changesState }) => method !== 'GET' || changesState === true,
);
/** What the other site tries: a part of them outside soak, another with each seed. */
const tried = sampleOf(changing, 60);

/** Input with which a call would have an effect; `{other}` is the uid of another person. */
const inputs: Record<string, Record<string, unknown>> = {
  'connections.act': { student_uid: '{other}', type: 'request' },
  'people.change': { workTitle: 'Forged' },
  'privacy.change': { choices: { phoneHome: 'me' } },
  'people.change-standing': { uid: '{other}', isAdviser: true },
  'schools.change-field-rules': { rules: { bio: { audience: 'me', isLocked: true } } },
  'safety.block': { uid: '{other}' },
  'safety.report': { uid: '{other}', reason: 'spam' },
  'suggestions.dismiss': { uid: '{other}' },
  'saved-searches.save': { name: 'Forged', params: { major: 'Physics' } },
  'account.erase': { password },
  'origins.add': { origin: 'https://evil.example' },
  'api-keys.make': { name: 'Forged', scopes: ['embed'] },
  'import-runs.begin': { source: 'forged.zip' },
  'sessions.end-all': { keepCurrent: false },
  'passwords.change': { currentPassword: password, newPassword: 'forged by another site' },
  'passwords.forgot': { email: 'vic@fort.example' },
  'sessions.login': { email: 'mal@fort.example', password },
};

let client: pg.Client;
let school = 0;
let other = '';

test.use(wholeBrowser);
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env['CAMPUS_DATABASE'] });
  await client.connect();
  const pool = openPool({ url: process.env['CAMPUS_DATABASE'] ?? '', max: 2 });
  const id = await insertSchool(pool, { code, name: 'Fort College' });
  const hash = await hashPassword(password);
  const made = await inTransaction(pool, { school: id }, async (db) => {
    const ids = await insertPeople(
      db,
      id,
      ['vic', 'mal'].map((name) => ({
        username: name,
        first_name: name,
        last_name: 'Fort',
        email: `${name}@fort.example`,
      })),
    );
    for (const one of ids) await upsertPassword(db, id, one, hash, new Date());
    return ids;
  });
  await pool.close();
  school = id;
  other = String(made[1]);
  await client.query(`select set_config('commons.school_id', $1, false)`, [String(school)]);
  await client.query('update users set is_admin = true where id = $1', [made[0]]);
});
test.afterAll(() => client.end());

/** A hash of all rows of each table of the school. Counters of rate limits are left out because they aren't anyone's data. */
const everything = async (): Promise<Record<string, string>> => {
  const { rows } = await client.query<{
    name: string;
  }>(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'school_id' and c.relname <> 'limits'`);
  const parts = rows.map(
    ({ name }) =>
      // Events become delivered without a request.
      `(select md5(coalesce(string_agg(line, '|' order by line), '')) from (
        select (to_jsonb(t) - 'delivered_at')::text as line from ${name} t where school_id = ${school}) as lines) as ${name}`,
  );
  return (await client.query<Record<string, string>>(`select ${parts.join(', ')}`)).rows[0] ?? {};
};

interface Attack {
  name: string;
  method: string;
  url: string;
  body: string;
}
const attacks = (list: readonly Endpoint[], base: string): Attack[] =>
  list.map(({ name, method, path }) => {
    const input = JSON.parse(
      JSON.stringify(inputs[name] ?? {}).replaceAll('{other}', other),
    ) as Record<string, unknown>;
    const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = String(input[key] ?? '1');
      delete input[key];
      return value;
    });
    const query =
      method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    return { name, method, url: `${base}${filled}${query}`, body: JSON.stringify(input) };
  });

const withVictim = async (page: Page): Promise<{ csrfToken: string; jwt: string }> => {
  const context = page.context();
  const tokens = await signIn(context, 'vic@fort.example', campus());
  // The test doesn't check what the cookie's own SameSite setting blocks.
  const weak = (await context.cookies()).map((cookie) => ({
    ...cookie,
    sameSite: 'None' as const,
    secure: true,
  }));
  await context.addCookies(weak);
  return tokens;
};

test('a page of another site changes nothing: forms, images, prefetch, frames, navigations, fetch', async () => {
  const { context, close } = await openBrowser();
  const evil = await openSite('evil.localhost');
  const page = await context.newPage();
  await withVictim(page);
  const before = await everything();
  await page.goto(evil.address);
  const carried = page.waitForRequest(`${campus()}/healthz`);
  await page.evaluate(
    (url) => (document.body.appendChild(document.createElement('iframe')).src = url),
    `${campus()}/healthz`,
  );
  expect((await (await carried).allHeaders())['cookie']).toContain('cg_session=');
  await page.evaluate(
    async (list) => {
      const waits: Promise<unknown>[] = [];
      const loaded = (element: HTMLElement) =>
        new Promise((resolve) => {
          element.onload = resolve;
          element.onerror = resolve;
          setTimeout(resolve, 4_000);
        });
      const ignoreFailure = (promise: Promise<unknown>) =>
        waits.push(promise.catch(() => undefined));
      for (const { method, url, body } of list) {
        const query = new URLSearchParams(JSON.parse(body) as Record<string, string>).toString();
        const there = url.includes('?') ? url : `${url}?${query}`;
        // Both the requests that a page may send directly and those that browsers ask permission for first.
        for (const contentType of ['text/plain', 'application/x-www-form-urlencoded']) {
          const given =
            method === 'GET'
              ? {}
              : {
                  body: contentType === 'text/plain' ? body : query,
                  headers: { 'Content-Type': contentType },
                };
          const simple = method === 'GET' ? 'GET' : 'POST';
          ignoreFailure(
            fetch(url, { method: simple, mode: 'no-cors', credentials: 'include', ...given }),
          );
        }
        ignoreFailure(
          fetch(url, {
            method,
            credentials: 'include',
            headers: { 'Content-Type': 'application/json' },
            ...(method !== 'GET' && { body }),
          }),
        );
        const image = new Image();
        image.src = there;
        ignoreFailure(loaded(image));
        const script = document.createElement('script');
        script.src = `${there}&`;
        ignoreFailure(loaded(script));
        document.head.append(script);
        const prefetch = document.createElement('link');
        prefetch.rel = 'prefetch';
        prefetch.href = there;
        document.head.append(prefetch);
        navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }));
        if (method === 'GET' || method === 'POST') {
          for (const enctype of [
            'application/x-www-form-urlencoded',
            'text/plain',
            'multipart/form-data',
          ]) {
            const frame = document.createElement('iframe');
            frame.name = `f${document.querySelectorAll('iframe').length}`;
            const form = document.createElement('form');
            Object.assign(form, { method, action: url, enctype, target: frame.name });
            const field = document.createElement('input');
            // In a text/plain form, a single field can be a whole JSON body.
            [field.name, field.value] =
              enctype === 'text/plain'
                ? [`${body.slice(0, -1)}${body === '{}' ? '' : ','}"x":"`, '"}']
                : ['x', '1'];
            form.append(field);
            for (const [name, value] of Object.entries(
              JSON.parse(body) as Record<string, unknown>,
            )) {
              if (enctype === 'text/plain') break;
              const more = document.createElement('input');
              [more.name, more.value] = [
                name,
                typeof value === 'string' ? value : JSON.stringify(value),
              ];
              form.append(more);
            }
            document.body.append(frame, form);
            form.submit();
            ignoreFailure(loaded(frame));
          }
        }
      }
      await Promise.all(waits);
    },
    attacks(tried, campus()),
  );
  // As the page of a window: Lax cookies are sent along, too.
  for (const { url, body, method } of attacks(
    tried.filter(({ method: one, credential }) => one === 'GET' || credential === 'cookie'),
    campus(),
  )) {
    await page.goto(evil.address);
    if (method === 'GET') await page.evaluate((to) => window.location.assign(to), url);
    else
      await page.evaluate(
        ([to, text]) => {
          const form = document.createElement('form');
          Object.assign(form, { method: 'POST', action: to, enctype: 'text/plain' });
          const field = document.createElement('input');
          field.name = text;
          form.append(field);
          document.body.append(form);
          form.submit();
        },
        [url, body] as const,
      );
    await page.waitForURL(`${campus()}/**`, { waitUntil: 'commit' });
  }
  expect(await everything()).toEqual(before);
  evil.close();
  await close();
});

test('the campus’s own page changes nothing with no token, an old one, another person’s or another school’s @soak', async ({
  page,
  browser,
  quiet,
}) => {
  quiet.ignore(/./);
  const strangers = await browser.newContext();
  const tokensOf = async (email: string, origin: string) => signIn(strangers, email, origin);
  const elsewhere = await tokensOf('eve@north.campus.example', address('north'));
  const stale = await tokensOf('mal@fort.example', campus());
  await client.query(`delete from sessions where user_id = $1`, [other]);
  await strangers.close();
  const fresh = await browser.newContext();
  const theirs = await signIn(fresh, 'mal@fort.example', campus());
  await fresh.close();
  const own = await withVictim(page);
  await page.goto(`${campus()}/healthz`);
  const before = await everything();
  const kinds = { none: null, stale, person: theirs, school: elsewhere };
  for (const [kind, tokens] of Object.entries(kinds)) {
    // A request with another person's valid bearer token acts as that person, regardless of cookies, so it isn't forged.
    const list = changing.filter(({ credential, access, startsSession }) => {
      if (startsSession === true || credential === 'open') return false;
      return (credential === 'bearer' ? kind !== 'person' : true) && access !== 'key';
    });
    const statuses = await page.evaluate(
      async ([calls, held]) => {
        const proofs = held && {
          'X-CG-CSRF-Token': held.csrfToken,
          'X-XSRF-TOKEN': held.csrfToken,
          Authorization: `Bearer ${held.jwt}`,
        };
        return Promise.all(
          calls.map(async ({ name, method, url, body }) => {
            const answer = await fetch(url, {
              method,
              headers: { 'Content-Type': 'application/json', ...proofs },
              ...(method !== 'GET' && { body }),
            });
            return [name, answer.status] as const;
          }),
        );
      },
      [attacks(list, ''), tokens] as const,
    );
    expect(list.length).toBeGreaterThan(kind === 'person' ? 1 : 40);
    expect(statuses.filter(([, status]) => status !== 401 && status !== 403)).toEqual([]);
    expect([kind, await everything()]).toEqual([kind, before]);
  }
  // With their own tokens the calls work, so the ones above failed only because of the tokens.
  const [connect] = attacks(
    endpoints.filter(({ name }) => name === 'connections.act'),
    '',
  );
  await page.evaluate(([url, token]) => fetch(url, { headers: { 'X-CG-CSRF-Token': token } }), [
    connect?.url ?? '',
    own.csrfToken,
  ] as const);
  expect((await everything())['connections']).not.toBe(before['connections']);
});
