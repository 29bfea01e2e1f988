import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { effort, seed } from './effort.ts';
import { icsEvent, icsFile } from './dav-phone.ts';
import { hostile } from './fuzz-inputs.ts';
import { inWorld } from './world.ts';

/* Fuzzes all routes outside of the contract: CalDAV, calendar files, keys and revocations, LTI pages, files, manifests. */

const world = inWorld();
/** Existing values by parameter name. */
const known = new Map<string, string[]>();
let basic = '';

/** Maximum characters in a response. The calendar in this test is small, so no response should be long. */
const answerMax = 500_000;
const secondsMax = 3;

/** Matches messages of PostgreSQL, an XML parser, or a stack trace, which responses must not contain. */
const inside =
  /syntax error at or near|invalid input syntax for|value too long for type|SQLSTATE|node_modules|\.ts:\d+|xmldom/;

beforeAll(async () => {
  for (let nth = 0; nth < 20; nth += 1)
    await world.ana.call('POST /api/v1/calendar/entries', {
      clientId: randomUUID(),
      title: `Entry ${nth}`,
      timeZone: 'Europe/Berlin',
      dateStart: '2026-11-30T10:00',
      dateEnd: '2026-11-30T11:00',
      rrule: 'FREQ=WEEKLY;COUNT=10',
    });
  const { url } = await world.ana.call('POST /api/v1/calendar/feeds', {
    name: 'All',
    kinds: ['own'],
  });
  known.set('secret', [/calendar\/(.*)\.ics$/.exec(url)?.[1] ?? '']);
  const { secret } = await world.ana.call('POST /api/v1/calendar/app-passwords', {
    name: 'Fuzz',
    access: 'write',
  });
  basic = `Basic ${Buffer.from(`${world.ana.email}:${secret}`).toString('base64')}`;
});

const names = [
  'd:getetag',
  'd:resourcetype',
  'c:calendar-data',
  'c:calendar-home-set',
  'y:strange',
  'd:sync-token',
];
const roots = [
  'd:propfind',
  'c:calendar-query',
  'c:calendar-multiget',
  'd:sync-collection',
  'd:expand-property',
];

/** CalDAV requests: valid, abusive, and malformed. */
const davBody: fc.Arbitrary<string> = fc.oneof(
  fc
    .record({
      root: fc.constantFrom(...roots),
      props: fc.array(fc.constantFrom(...names), { maxLength: 8 }),
      href: fc.constantFrom('/dav/calendars/campus/', '/dav/calendars/campus/own-1.ics', '//', ''),
      repeat: fc.constantFrom(1, 3, 50, 400, 6_000),
      namespace: fc.constantFrom('urn:y', 'x'.repeat(195), 'x'.repeat(5_000), '&quot;&gt;', ''),
      token: fc.constantFrom('', 'urn:x', '\u0001'),
      start: fc.constantFrom(
        '20261101T000000Z',
        'soon',
        '99999999T999999Z',
        '00010101T000000Z',
        '',
      ),
    })
    .map(
      ({ root, props, href, repeat, namespace, token, start }) =>
        `<${root} xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:y="${namespace}"><d:prop>${props.map((name) => `<${name}/>`.repeat(repeat)).join('')}</d:prop><d:sync-token>${token}</d:sync-token>${`<d:href>${href}</d:href>`.repeat(repeat)}<c:filter><c:time-range start="${start}" end="20261231T000000Z"/></c:filter></${root}>`,
    ),
  fc
    .integer({ min: 1, max: 60_000 })
    .map((depth) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`),
  fc
    .integer({ min: 1, max: 5_000 })
    .map(
      (count) =>
        `<d:propfind xmlns:d="DAV:"><d:prop>${Array.from({ length: count }, (_, nth) => `<n${nth} xmlns="urn:${'n'.repeat(30)}${nth}"/>`).join('')}</d:prop></d:propfind>`,
    ),
  fc
    .constantFrom('<![CDATA[', '<!-', '<!--', '&amp', '<a b="', '<?x ', ' ', '&#x0;', ']]>')
    .chain((part) => fc.integer({ min: 1, max: 60_000 }).map((n) => `<r>${part.repeat(n)}</r>`)),
  fc.constantFrom(
    '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
    '<x',
    'code=x',
    `code=${'x'.repeat(100_000)}`,
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

const text = (value: unknown): string => {
  const said = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return said.isWellFormed() ? said : said.toWellFormed();
};

/** Builds a valid CalDAV request, so that fuzzing gets past the first checks. */
const asMeant = {
  value: '',
  isKnown: true,
  isSignedIn: true,
  query: null,
  depth: '1',
  match: '"x"',
  body: '',
};

const request = fc.record({
  value: hostile,
  isKnown: fc.boolean(),
  isSignedIn: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
  query: fc.option(fc.tuple(hostile, hostile), { freq: 3 }),
  depth: fc.constantFrom('0', '1', 'infinity', 'x'),
  match: fc.constantFrom('*', '"x"', 'W/"x"', '"'.repeat(500)),
  body: davBody,
});

/** The paths of methods that change personal events. */
const davPlaces: Readonly<Record<string, string>> = {
  PUT: 'calendars/personal/fuzz.ics',
  DELETE: 'calendars/personal/fuzz.ics',
};
/** Returns a calendar file with hostile text as a value and as a line. */
const fileWith = (value: string): string =>
  icsFile(
    icsEvent('fuzz', [
      'DTSTART:20261201T100000Z',
      `SUMMARY:${value}`,
      `RRULE:FREQ=DAILY;COUNT=${value.length}`,
      ...(value.length % 2 === 0 ? [] : [value]),
    ]),
  );

test(
  'routes outside the contract handle any input without failures, large responses, or long waits',
  async () => {
    const calls = new Set(
      endpoints.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    const documents = world.app.mounted.filter(
      (one) =>
        !calls.has(one) &&
        one !== 'OPTIONS *' &&
        !/^GET \/(?:healthz|readyz|metrics|api\/v1\/openapi.json)$/.test(one),
    );
    expect(documents.length).toBeGreaterThan(30);
    const wrong: string[] = [];
    const statuses = new Map<number, number>();
    for (const [at, document] of documents.entries()) {
      const [method = '', template = ''] = document.split(' ');
      const takesBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
      const runs = effort({ quick: takesBody ? 8 : 4, full: 250 });
      const made = fc.sample(request, { numRuns: runs, seed: seed + at });
      for (const [nth, one] of [asMeant, ...made].entries()) {
        // Other tests cover the limits per network.
        if (nth % 20 === 0) world.clock.advance(601_000);
        const value = encodeURIComponent(text(one.value))
          // The router doesn't match URLs with a line break.
          .replace(/%0[AD]/g, '')
          .slice(0, 3_000);
        const path = template
          .replace(/:(\w+)/g, (_, name: string) =>
            one.isKnown ? (known.get(name)?.[0] ?? '999') : value,
          )
          .replace('*', one.isKnown ? (davPlaces[method] ?? 'calendars/campus/') : value);
        const query =
          one.query === null
            ? ''
            : `?${one.query
                .map((part) => encodeURIComponent(text(part)))
                .join('=')
                .slice(0, 3_000)}`;
        const isPut = method === 'PUT';
        const payload = isPut ? fileWith(text(one.value)) : one.body;
        const startedAt = performance.now();
        const answer = await world.app.http.inject({
          method: method as 'GET',
          url: `${path}${query}`,
          remoteAddress: `203.0.113.${(at + nth) % 250}`,
          headers: {
            host: 'localhost',
            depth: one.depth,
            'if-none-match': one.match,
            ...(one.isSignedIn && { authorization: basic }),
            ...(takesBody && { 'content-type': isPut ? 'text/calendar' : 'application/xml' }),
          },
          ...(takesBody && { payload }),
        });
        const seconds = (performance.now() - startedAt) / 1000;
        const { statusCode: status, body } = answer;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const said = `${document} ${path.slice(0, 200)} ${takesBody ? payload.slice(0, 300) : ''}\n→ ${body.slice(0, 300)}`;
        if (status >= 500 && status !== 507) wrong.push(`${status}: ${said}`);
        if (inside.test(body)) wrong.push(`leaks internals: ${said}`);
        if (body.length > answerMax) wrong.push(`${body.length} characters: ${said}`);
        if (seconds > secondsMax) wrong.push(`${seconds.toFixed(1)} s: ${said}`);
        if (/Stranger|eve@north\.test/.test(body)) wrong.push(`tells of another school: ${said}`);
      }
    }
    console.log(`seed ${seed}:`, Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)));
    expect(wrong).toEqual([]);
    expect(statuses.get(207)).toBeGreaterThan(1);
    expect(statuses.get(200)).toBeGreaterThan(3);
  },
  effort({ quick: 60_000, full: 900_000 }),
);
