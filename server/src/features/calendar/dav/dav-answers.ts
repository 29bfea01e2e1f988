import { createHash } from 'node:crypto';
import type { DocumentReply } from '../../../kernel/http/documents.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { readIcsTime } from '../../../kernel/time/ics-times.ts';
import { writeIcs } from '../../../kernel/time/ics-writing.ts';
import { occurrencesOf } from '../../../kernel/time/series.ts';
import { utc } from '../../../kernel/time/zones.ts';
import { isSameTag, tagOfRows } from '../calendar-tags.ts';
import { feedSpan } from '../feeds/feed-span.ts';
import { icsObjects, type IcsFile, type IcsObject } from '../ics-files.ts';
import type { Tags } from './dav.queries.ts';
import {
  apple,
  caldav,
  checkBody,
  cs,
  dav,
  davError,
  DavLimit,
  Multistatus,
  propertyKey,
  readDavRequest,
  xmlText,
  type RequestedProperty,
  type DavRequest,
  type Properties,
} from './dav-xml.ts';

/* Builds CalDAV responses from calendar rows. This module doesn't use the database because it runs in a thread. */

export const rootPath = '/dav/';
const principalPath = '/dav/principals/me/';
const homePath = '/dav/calendars/';
const calendarPath = '/dav/calendars/campus/';

export const baseHeaders = {
  DAV: '1, 3, calendar-access',
  'Cache-Control': 'private, no-store',
} as const;
export const xmlHeaders = { ...baseHeaders, 'Content-Type': 'application/xml; charset=utf-8' };

/** A request with the data for its response, except the entries. */
export interface DavInput {
  readonly method: string;
  readonly path: string;
  readonly isDeep: boolean;
  readonly match: string | undefined;
  readonly body: string;
  readonly school: { readonly name: string; readonly color: string };
  readonly email: string;
  readonly now: Date;
  /** Tags that the client received with its sync token; undefined if the token is unknown. */
  readonly before: Tags | undefined;
}

export interface DavResult {
  readonly answer: DocumentReply;
  /** New sync state to store, or null if the response has no sync token. */
  readonly state: { readonly token: string; readonly tags: Tags } | null;
}

type File = Omit<IcsFile, 'name'>;

/** A person's calendar with one file per entry, and ETags for changes. */
interface Collection {
  readonly objects: ReadonlyMap<string, TaggedObject>;
  readonly tags: Tags;
  readonly token: string;
}

const readCollection = (file: File): Collection => {
  const { origin, marks } = file;
  const objects = new Map(
    icsObjects(file).map((one) => {
      const tag = tagOfRows([one.row], [one.name, origin, marks?.get(one.row.id) ?? null]);
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

const objectProps = (
  object: TaggedObject,
  asked: readonly RequestedProperty[] | null,
): Properties => {
  const isData = asked?.some(({ name }) => name === 'calendar-data') ?? false;
  return props([
    [dav, 'resourcetype', ''],
    [dav, 'getetag', xmlText(object.tag)],
    [dav, 'getcontenttype', 'text/calendar; charset=utf-8; component=vevent'],
    principal,
    // Formatting an entry is expensive, so do it only if the client asks.
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

/** Returns the time range of a query, or null if it has none. */
const windowOf = (range: DavRequest['range'], now: Date): Window | null => {
  if (range === null) return null;
  const span = feedSpan(now);
  const at = (text: string | null, other: Date) =>
    text === null ? other.getTime() : readIcsTime('time-range', text, utc).local;
  return { from: at(range.start, span.from), to: at(range.end, span.to) };
};

const isIn = ({ entry }: IcsObject, window: Window | null): boolean =>
  window === null || (window.to > window.from && occurrencesOf(entry.series, window, 1).length > 0);

/** Returns the entry name in a URL, or undefined if the URL isn't an entry of the calendar. */
const nameIn = (address: string): string | undefined => {
  const path = URL.parse(address, 'http://here')?.pathname ?? '';
  return path.startsWith(calendarPath) ? path.slice(calendarPath.length) : undefined;
};

const multi = (answer: Multistatus, more = ''): DocumentReply => ({
  status: 207,
  headers: xmlHeaders,
  body: answer.text(more),
});

/** Returns the sync token of a request. The main thread needs it before the other thread parses the request. */
export const tokenIn = (body: string): string | undefined =>
  /sync-token\s*>\s*(urn:commons:sync:[\w-]{43})\s*</.exec(body)?.[1];

const report = (asked: DavInput, file: File): DavResult => {
  const wanted = readDavRequest(asked.method, asked.body);
  const collection = readCollection(file);
  const { objects, tags, token } = collection;
  const answer = new Multistatus(wanted.props);
  if (wanted.root === 'calendar-query') {
    const window = windowOf(wanted.range, asked.now);
    for (const object of objects.values())
      if (isIn(object, window)) addObject(answer, object, wanted);
    return { answer: multi(answer), state: null };
  }
  if (wanted.root === 'calendar-multiget') {
    // Formatting is expensive, so answer a URL once even if the request repeats it thousands of times.
    for (const address of new Set(wanted.hrefs)) {
      const object = objects.get(nameIn(address) ?? '');
      if (object) addObject(answer, object, wanted);
      else answer.addGone(address);
    }
    return { answer: multi(answer), state: null };
  }
  const refuse = (condition: string): DavResult => ({
    answer: { status: 403, headers: xmlHeaders, body: davError(condition) },
    state: null,
  });
  if (wanted.root !== 'sync-collection') return refuse('<d:supported-report/>');
  const since = wanted.syncToken ?? '';
  const before = since === '' ? {} : since === tokenIn(asked.body) ? asked.before : undefined;
  // With an unknown token, the client has to sync everything again (RFC 6578, 3.2).
  if (before === undefined) return refuse('<d:valid-sync-token/>');
  for (const object of objects.values())
    if (before[object.name] !== object.tag) addObject(answer, object, wanted);
  for (const name of Object.keys(before))
    if (tags[name] === undefined) answer.addGone(calendarPath + name);
  return {
    answer: multi(answer, `<d:sync-token>${xmlText(token)}</d:sync-token>`),
    state: { token, tags },
  };
};

const asCollection = (path: string): string =>
  path.endsWith('/') || path.endsWith('.ics') ? path : `${path}/`;

/** Returns true if a response needs the entries of the calendar. */
export const needsEntries = (method: string, path: string, isDeep: boolean): boolean => {
  if (method !== 'PROPFIND') return true;
  const at = asCollection(path);
  return at === homePath ? isDeep : at.startsWith(homePath);
};

/** Answers PROPFIND for a resource, and for its children with a depth of 1. */
const find = (asked: DavInput, file: File): DavResult => {
  const { school, isDeep, email } = asked;
  const at = asCollection(asked.path);
  const wanted = readDavRequest(asked.method, asked.body);
  const answer = new Multistatus(wanted.props);
  const done = (): DavResult => ({ answer: multi(answer), state: null });
  if (at === rootPath || at === '/dav/principals/') answer.add(at, rootProps);
  else if (at === principalPath) answer.add(at, principalProps(email, email));
  else if (at === homePath && !isDeep) answer.add(at, homeProps);
  if (!needsEntries(asked.method, at, isDeep)) {
    if (answer.isEmpty) throw problem('not_found');
    return done();
  }
  const collection = readCollection(file);
  const { objects, token, tags } = collection;
  const calendar = calendarProps(school.name, school.color, collection);
  if (at === homePath) answer.add(at, homeProps).add(calendarPath, calendar);
  else if (at === calendarPath) {
    answer.add(calendarPath, calendar);
    if (isDeep) for (const object of objects.values()) addObject(answer, object, wanted);
  } else {
    const object = objects.get(nameIn(at) ?? '');
    if (object === undefined) throw problem('not_found');
    addObject(answer, object, wanted);
  }
  return { ...done(), state: { token, tags } };
};

/** Answers GET with one entry or the whole calendar. */
const read = ({ path, match }: DavInput, file: File): DavResult => {
  const name = nameIn(path);
  if (name === undefined) throw problem('not_found');
  const collection = readCollection(file);
  const object = collection.objects.get(name);
  if (object === undefined && name !== '') throw problem('not_found');
  const etag = object?.tag ?? `"${collection.token.slice(-27)}"`;
  const headers = { ...baseHeaders, ETag: etag };
  if (isSameTag(match, etag)) return { answer: { status: 304, headers, body: null }, state: null };
  const entries = [...collection.objects.values()].map(({ entry }) => entry);
  const answer = {
    status: 200,
    headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' },
    body: object ? textOf(object) : writeIcs({ entries }),
  };
  return { answer, state: null };
};

/** Answers a request that asks for too much or whose response would be too large (RFC 4918, section 11.5; RFC 5323, section 2.4.1). */
const limitAnswer = (error: unknown): DocumentReply => {
  if (!(error instanceof DavLimit)) throw error;
  const { status, message } = error;
  const condition = status === 507 ? '<d:number-of-matches-within-limits/>' : '';
  const body = davError(`${condition}<d:responsedescription>${message}</d:responsedescription>`);
  return { status, headers: xmlHeaders, body };
};

/** Returns an error for a request that is too expensive to parse, before reading the calendar; otherwise null. */
export const limitErrorOf = (method: string, body: string): DocumentReply | null => {
  try {
    checkBody(method, body);
    // These methods have small bodies.
    if (method === 'PROPFIND') readDavRequest(method, body);
    return null;
  } catch (error) {
    return limitAnswer(error);
  }
};

/** Answers a CalDAV request. */
export const davAnswer = (asked: DavInput, file: File): DavResult => {
  try {
    if (asked.method === 'PROPFIND') return find(asked, file);
    return asked.method === 'REPORT' ? report(asked, file) : read(asked, file);
  } catch (error) {
    return { answer: limitAnswer(error), state: null };
  }
};
