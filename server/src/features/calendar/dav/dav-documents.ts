import { createHash } from 'node:crypto';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import type { DocumentAnswer, DocumentRequest, Documents } from '../../../kernel/http/documents.ts';
import { problem } from '../../../kernel/http/problem.ts';
import {
  addInMemory,
  checkInMemory,
  countInMemory,
  networkOf,
} from '../../../kernel/security/rate-limits.ts';
import { readIcsTime } from '../../../kernel/time/ics-values.ts';
import { writeIcs } from '../../../kernel/time/ics-writing.ts';
import { occurrencesOf } from '../../../kernel/time/series.ts';
import { utc } from '../../../kernel/time/zones.ts';
import { icsObjects, type IcsObject } from '../ics-files.ts';
import { feedRows, feedSpan, tagOfRows } from '../feeds/feed-documents.ts';
import { selectPasswordOf, type OpenedPassword } from '../feeds/feeds.queries.ts';
import { withTimeProblems } from '../time-problems.ts';
import { selectState, upsertState, type Tags } from './dav.queries.ts';
import {
  apple,
  caldav,
  cs,
  dav,
  davError,
  DavLimit,
  Multistatus,
  propertyKey,
  readDavRequest,
  xmlText,
  type Asked,
  type DavRequest,
  type Properties,
} from './dav-xml.ts';

/* A calendar that other programs read by CalDAV (RFC 4791). Nothing can be written. */

const rootPath = '/dav/';
const principalPath = '/dav/principals/me/';
const homePath = '/dav/calendars/';
const calendarPath = '/dav/calendars/campus/';

const baseHeaders = {
  DAV: '1, 3, calendar-access',
  'Cache-Control': 'private, no-store',
} as const;
const xmlHeaders = { ...baseHeaders, 'Content-Type': 'application/xml; charset=utf-8' };
const allowed = 'OPTIONS, GET, HEAD, PROPFIND, REPORT';

/** Wrong passwords from one network. */
const failures = { max: 60, seconds: 600 };
/** Calls with one app password: a program that reads a calendar of 2,000 entries one by one keeps to it. */
const calls = { max: 3_000, seconds: 600 };

const refuse = (): DocumentAnswer => ({
  status: 401,
  headers: {
    ...baseHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'WWW-Authenticate': 'Basic realm="Calendar", charset="UTF-8"',
  },
  body: 'Use an app password.',
});

const credentialsOf = (
  header: string | undefined,
): { userName: string; password: string } | null => {
  const found = /^Basic ([\w+/=-]{1,1000})$/i.exec(header ?? '')?.[1];
  if (found === undefined) return null;
  const text = Buffer.from(found, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  return { userName: text.slice(0, colon), password: text.slice(colon + 1).trim() };
};

/** Whose calendar is asked for, by an app password. */
const signIn = async (
  scope: Scope,
  request: DocumentRequest,
): Promise<OpenedPassword | undefined> => {
  const subject = `dav:${scope.school.school_id}:${networkOf(request.address)}`;
  const given = credentialsOf(request.header('authorization'));
  // Programs ask without a password first; that is no try.
  if (given === null) return undefined;
  checkInMemory(scope, subject, failures);
  const hash = createHash('sha256').update(given.password.toLowerCase()).digest();
  const found = await transact(scope, ({ db }) => selectPasswordOf(db, hash, scope.clock.now()));
  if (found?.email.toLowerCase() === given.userName.trim().toLowerCase()) {
    const own = `dav-calls:${scope.school.school_id}:${hash.toString('base64url')}`;
    await countInMemory(scope, own, calls);
    return found;
  }
  addInMemory(scope, subject, failures, 1);
  return undefined;
};

/** The calendar of somebody, an entry a file, with what says whether it has changed. */
interface Collection {
  readonly objects: ReadonlyMap<string, TaggedObject>;
  readonly tags: Tags;
  readonly token: string;
}

const readCollection = async (
  context: Context,
  me: number,
  origin: string,
): Promise<Collection> => {
  const { clock, tokens, school } = context;
  const { rows, marks } = await feedRows(context, me, null, clock.now());
  const file = { rows, marks, origin, tokens, schoolId: school.school_id };
  const objects = new Map(
    icsObjects(file).map((one) => {
      const tag = tagOfRows([one.row], [one.name, origin, marks.get(one.row.id) ?? null]);
      return [one.name, { ...one, tag }];
    }),
  );
  const tags = Object.fromEntries([...objects.values()].map(({ name, tag }) => [name, tag]));
  const hash = createHash('sha256').update(JSON.stringify(tags)).digest('base64url');
  return { objects, tags, token: `urn:commons:sync:${hash}` };
};

const textOf = ({ entry }: IcsObject): string => writeIcs({ entries: [entry] });

const props = (list: readonly (readonly [string, string, string])[]): Properties =>
  new Map(list.map(([namespace, name, inner]) => [propertyKey(namespace, name), inner]));

const href = (path: string): string => `<d:href>${xmlText(path)}</d:href>`;
const principal = [dav, 'current-user-principal', href(principalPath)] as const;
const readOnly = [
  dav,
  'current-user-privilege-set',
  '<d:privilege><d:read/></d:privilege><d:privilege><d:read-current-user-privilege-set/></d:privilege>',
] as const;
const reports = ['calendar-query', 'calendar-multiget', 'sync-collection']
  .map((name) => `<d:report><${name === 'sync-collection' ? 'd' : 'c'}:${name}/></d:report>`)
  .map((report) => `<d:supported-report>${report}</d:supported-report>`)
  .join('');

const rootProps = props([
  [dav, 'resourcetype', '<d:collection/>'],
  principal,
  [dav, 'principal-collection-set', href('/dav/principals/')],
]);

const principalProps = (email: string, name: string): Properties =>
  props([
    [dav, 'resourcetype', '<d:collection/><d:principal/>'],
    [dav, 'displayname', xmlText(name)],
    principal,
    [dav, 'principal-URL', href(principalPath)],
    [caldav, 'calendar-home-set', href(homePath)],
    [caldav, 'calendar-user-address-set', href(`mailto:${email}`)],
  ]);

const homeProps = props([
  [dav, 'resourcetype', '<d:collection/>'],
  [dav, 'owner', href(principalPath)],
  principal,
  readOnly,
]);

const calendarProps = (name: string, color: string, { token }: Collection): Properties =>
  props([
    [dav, 'resourcetype', '<d:collection/><c:calendar/>'],
    [dav, 'displayname', xmlText(name)],
    [dav, 'getcontenttype', 'text/calendar; charset=utf-8'],
    [dav, 'owner', href(principalPath)],
    principal,
    readOnly,
    [dav, 'sync-token', xmlText(token)],
    [cs, 'getctag', xmlText(token)],
    [dav, 'supported-report-set', reports],
    [caldav, 'supported-calendar-component-set', '<c:comp name="VEVENT"/>'],
    [apple, 'calendar-color', `#${xmlText(color)}`],
  ]);

const objectProps = (object: TaggedObject, asked: readonly Asked[] | null): Properties => {
  const isData = asked?.some(({ name }) => name === 'calendar-data') ?? false;
  return props([
    [dav, 'resourcetype', ''],
    [dav, 'getetag', xmlText(object.tag)],
    [dav, 'getcontenttype', 'text/calendar; charset=utf-8; component=vevent'],
    principal,
    // Writing it costs something, so only where somebody wants it.
    ...(isData ? [[caldav, 'calendar-data', xmlText(textOf(object))] as const] : []),
  ]);
};

type TaggedObject = IcsObject & { readonly tag: string };

const addObject = (answer: Multistatus, object: TaggedObject, { props: asked }: DavRequest) =>
  answer.add(calendarPath + object.name, objectProps(object, asked));

interface Window {
  readonly from: number;
  readonly to: number;
}

/** The time that a query asks for; null: any. */
const windowOf = (range: DavRequest['range'], now: Date): Window | null => {
  if (range === null) return null;
  const span = feedSpan(now);
  const at = (text: string | null, other: Date) =>
    text === null ? other.getTime() : readIcsTime('time-range', text, utc).local;
  return { from: at(range.start, span.from), to: at(range.end, span.to) };
};

const isIn = ({ entry }: IcsObject, window: Window | null): boolean =>
  window === null || (window.to > window.from && occurrencesOf(entry.series, window, 1).length > 0);

/** The name of an entry in an address; undefined where it is none of the calendar. */
const nameIn = (address: string): string | undefined => {
  const path = URL.parse(address, 'http://here')?.pathname ?? '';
  return path.startsWith(calendarPath) ? path.slice(calendarPath.length) : undefined;
};

const multi = (answer: Multistatus, more = ''): DocumentAnswer => ({
  status: 207,
  headers: xmlHeaders,
  body: answer.text(more),
});

const report = async (
  context: Context,
  { id }: OpenedPassword,
  collection: Collection,
  asked: DavRequest,
): Promise<DocumentAnswer> => {
  const { db, school, clock } = context;
  const { objects, tags, token } = collection;
  const answer = new Multistatus(asked.props);
  if (asked.root === 'calendar-query') {
    const window = windowOf(asked.range, clock.now());
    for (const object of objects.values())
      if (isIn(object, window)) addObject(answer, object, asked);
    return multi(answer);
  }
  if (asked.root === 'calendar-multiget') {
    // Each once: writing one costs something, and a request has room for thousands of the same.
    for (const address of new Set(asked.hrefs)) {
      const object = objects.get(nameIn(address) ?? '');
      if (object) addObject(answer, object, asked);
      else answer.addGone(address);
    }
    return multi(answer);
  }
  if (asked.root !== 'sync-collection')
    return { status: 403, headers: xmlHeaders, body: davError('<d:supported-report/>') };
  const since = asked.syncToken ?? '';
  const before = since === '' ? {} : await selectState(db, id, since);
  // What is not known any more is asked for anew as a whole (RFC 6578, 3.2).
  if (before === undefined)
    return { status: 403, headers: xmlHeaders, body: davError('<d:valid-sync-token/>') };
  await upsertState(db, school.school_id, id, token, tags, clock.now());
  for (const object of objects.values())
    if (before[object.name] !== object.tag) addObject(answer, object, asked);
  for (const name of Object.keys(before))
    if (tags[name] === undefined) answer.addGone(calendarPath + name);
  return multi(answer, `<d:sync-token>${xmlText(token)}</d:sync-token>`);
};

/** PROPFIND: what there is at an address, and with a depth of 1 below it. */
const find = async (
  context: Context,
  opened: OpenedPassword,
  request: DocumentRequest,
  asked: DavRequest,
): Promise<DocumentAnswer> => {
  const { db, school, clock } = context;
  const { path, origin } = request;
  const isDeep = request.header('depth') !== '0';
  const at = path.endsWith('/') || path.endsWith('.ics') ? path : `${path}/`;
  const answer = new Multistatus(asked.props);
  if (at === rootPath || at === '/dav/principals/') return multi(answer.add(at, rootProps));
  if (at === principalPath)
    return multi(answer.add(at, principalProps(opened.email, opened.email)));
  if (at === homePath && !isDeep) return multi(answer.add(at, homeProps));
  const collection = await readCollection(context, opened.user_id, origin);
  const { objects, token, tags } = collection;
  await upsertState(db, school.school_id, opened.id, token, tags, clock.now());
  const calendar = calendarProps(school.name, school.color, collection);
  if (at === homePath) return multi(answer.add(at, homeProps).add(calendarPath, calendar));
  if (at === calendarPath) {
    answer.add(calendarPath, calendar);
    if (isDeep) for (const object of objects.values()) addObject(answer, object, asked);
    return multi(answer);
  }
  const object = objects.get(nameIn(at) ?? '');
  if (object === undefined) throw problem('not_found');
  return multi(addObject(answer, object, asked));
};

/** GET: one entry, or all of the calendar. */
const read = (collection: Collection, { path, header }: DocumentRequest): DocumentAnswer => {
  const name = nameIn(path);
  if (name === undefined) throw problem('not_found');
  const object = collection.objects.get(name);
  if (object === undefined && name !== '') throw problem('not_found');
  const etag = object?.tag ?? `"${collection.token.slice(-27)}"`;
  const headers = { ...baseHeaders, ETag: etag };
  if (header('if-none-match') === etag) return { status: 304, headers, body: null };
  const entries = [...collection.objects.values()].map(({ entry }) => entry);
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' },
    body: object ? textOf(object) : writeIcs({ entries }),
  };
};

const answer: Documents['open'] = async (scope, request) => {
  const { method } = request;
  if (method === 'OPTIONS')
    return { status: 200, headers: { ...baseHeaders, Allow: allowed }, body: null };
  const opened = await signIn(scope, request);
  if (opened === undefined) return refuse();
  if (method === 'PROPFIND' || method === 'REPORT') {
    const asked = readDavRequest(method, request.body);
    return withTimeProblems(() =>
      transact(scope, async (context) =>
        method === 'PROPFIND'
          ? find(context, opened, request, asked)
          : report(
              context,
              opened,
              await readCollection(context, opened.user_id, request.origin),
              asked,
            ),
      ),
    );
  }
  if (method === 'GET' || method === 'HEAD')
    return transact(
      scope,
      async (context) =>
        read(await readCollection(context, opened.user_id, request.origin), request),
      { readOnly: true },
    );
  return {
    status: 403,
    headers: { ...xmlHeaders, Allow: allowed },
    body: davError('<d:need-privileges/>'),
  };
};

/** Answers, also where the request asks for too much or the answer would be too large (RFC 4918, section 11.5; RFC 5323, section 2.4.1). */
const open: Documents['open'] = async (scope, request) => {
  try {
    return await answer(scope, request);
  } catch (error) {
    if (!(error instanceof DavLimit)) throw error;
    const { status, message } = error;
    const condition = status === 507 ? '<d:number-of-matches-within-limits/>' : '';
    const body = davError(`${condition}<d:responsedescription>${message}</d:responsedescription>`);
    return { status, headers: xmlHeaders, body };
  }
};

const methods = [
  'OPTIONS',
  'GET',
  'HEAD',
  'PROPFIND',
  'REPORT',
  'PUT',
  'DELETE',
  'POST',
  'PROPPATCH',
  'MKCALENDAR',
];

/** Where programs look first (RFC 6764). */
const wellKnown: Documents = {
  name: 'calendar-dav.find',
  path: '/.well-known/caldav',
  methods: ['OPTIONS', 'GET', 'HEAD', 'PROPFIND'],
  open: () =>
    Promise.resolve({
      status: 301,
      headers: { ...baseHeaders, Location: rootPath },
      body: null,
    }),
};

export const davDocuments: readonly Documents[] = [
  { name: 'calendar-dav', path: '/dav', methods, open },
  { name: 'calendar-dav', path: '/dav/*', methods, open },
  wellKnown,
];
