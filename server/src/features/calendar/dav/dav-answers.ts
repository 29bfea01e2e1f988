import { createHash } from 'node:crypto';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import type { DocumentReply } from '../../../kernel/http/documents.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { readIcsTime } from '../../../kernel/time/ics-times.ts';
import { writeIcs } from '../../../kernel/time/ics-writing.ts';
import { occurrencesOf } from '../../../kernel/time/series.ts';
import { utc } from '../../../kernel/time/zones.ts';
import { isSameTag, tagOfRows } from '../calendar-tags.ts';
import { feedSpan } from '../feeds/feed-span.ts';
import { icsObjects, type IcsFile, type IcsObject } from '../ics-files.ts';
import type { CollectionName, DavEntry, DavState, Tags } from './dav.queries.ts';
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

/** The calendars: everything that people can't change by CalDAV, and their personal events. */
export const calendarPaths = {
  campus: '/dav/calendars/campus/',
  personal: '/dav/calendars/personal/',
} as const satisfies Record<CollectionName, string>;

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
  /** Language of the person, for the name of the personal calendar. */
  readonly locale: string;
  /** True if the app password can change personal events, which then have a calendar of their own. */
  readonly canWrite: boolean;
  readonly now: Date;
  /** Tags that the client received with its sync token; undefined if the token is unknown. */
  readonly before: Tags | undefined;
}

export interface DavResult {
  readonly answer: DocumentReply;
  /** New sync states to store, one per sync token in the response. */
  readonly states: readonly DavState[];
}

type File = Omit<IcsFile, 'name'>;

/** The entries of the calendars that a response needs; null for one that it doesn't need. */
export interface DavFiles {
  readonly campus: File | null;
  readonly personal: File | null;
  /** Personal events by ID. */
  readonly entries: ReadonlyMap<string, DavEntry>;
}

/** A calendar with one file per entry, and ETags for changes. */
interface Collection {
  readonly collection: CollectionName;
  readonly objects: ReadonlyMap<string, TaggedObject>;
  readonly tags: Tags;
  readonly token: string;
}

/** Returns the ETag of a personal event in the personal calendar. */
export const entryTag = (id: number | string, revision: number): string =>
  `"own-${id}-${revision}"`;

/** Returns the name of a personal event's file. */
export const entryFileName = ({
  id,
  file_name: name,
}: Pick<DavEntry, 'id' | 'file_name'>): string => name ?? `own-${id}.ics`;

const taggedObject = (
  one: IcsObject,
  { origin, marks }: File,
  entry: DavEntry | undefined,
  collection: CollectionName,
): TaggedObject => {
  const tag = tagOfRows([one.row], [one.name, origin, marks?.get(one.row.id) ?? null]);
  if (entry === undefined) return { ...one, tag };
  return collection === 'campus'
    ? { ...one, tag, stored: entry }
    : {
        ...one,
        name: entryFileName(entry),
        tag: entryTag(entry.id, one.row.revision),
        stored: entry,
      };
};

const readCollection = (files: DavFiles, collection: CollectionName): Collection => {
  const file = files[collection];
  if (file === null) throw problem('not_found');
  const objects = new Map(
    icsObjects(file).map((one) => {
      const entry = one.row.kind === 'own' ? files.entries.get(one.row.id) : undefined;
      const tagged = taggedObject(one, file, entry, collection);
      return [tagged.name, tagged];
    }),
  );
  const tags = Object.fromEntries([...objects.values()].map(({ name, tag }) => [name, tag]));
  const about = collection === 'campus' ? tags : [collection, tags];
  const hash = createHash('sha256').update(JSON.stringify(about)).digest('base64url');
  return { collection, objects, tags, token: `urn:commons:sync:${hash}` };
};

const stateOf = ({ token, tags, collection }: Collection): DavState => ({
  token,
  tags,
  collection,
});

/** Returns the file of an entry: as a calendar program stored it, or else as we write it. */
const textOf = ({ entry, stored }: TaggedObject): string =>
  stored?.ics ?? writeIcs({ entries: [entry] });

const props = (list: readonly (readonly [string, string, string])[]): Properties =>
  new Map(list.map(([namespace, name, inner]) => [propertyKey(namespace, name), inner]));

const href = (path: string): string => `<d:href>${xmlText(path)}</d:href>`;
const principal = [dav, 'current-user-principal', href(principalPath)] as const;
const privileges = (...names: readonly string[]) =>
  [
    dav,
    'current-user-privilege-set',
    ['read', 'read-current-user-privilege-set', ...names]
      .map((name) => `<d:privilege><d:${name}/></d:privilege>`)
      .join(''),
  ] as const;
const readOnly = privileges();
const writable = privileges('write-content', 'bind', 'unbind');
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

const personalNames: Readonly<Record<string, string>> = { de: 'Persönlich', ar: 'شخصي' };

const calendarProps = (
  { school, locale }: Pick<DavInput, 'school' | 'locale'>,
  { token, collection }: Collection,
): Properties => {
  const isPersonal = collection === 'personal';
  const name = isPersonal ? (personalNames[locale.slice(0, 2)] ?? 'Personal') : school.name;
  return props([
    [dav, 'resourcetype', '<d:collection/><c:calendar/>'],
    [dav, 'displayname', xmlText(name)],
    [dav, 'getcontenttype', 'text/calendar; charset=utf-8'],
    [dav, 'owner', href(principalPath)],
    principal,
    isPersonal ? writable : readOnly,
    [dav, 'sync-token', xmlText(token)],
    [cs, 'getctag', xmlText(token)],
    [dav, 'supported-report-set', reports],
    [caldav, 'supported-calendar-component-set', '<c:comp name="VEVENT"/>'],
    [
      caldav,
      'supported-calendar-data',
      '<c:calendar-data content-type="text/calendar" version="2.0"/>',
    ],
    ...(isPersonal
      ? [[caldav, 'max-resource-size', String(personalLimits.entryFile)] as const]
      : []),
    [apple, 'calendar-color', isPersonal ? '#6b7280' : `#${xmlText(school.color)}`],
  ]);
};

const objectProps = (
  object: TaggedObject,
  asked: readonly RequestedProperty[] | null,
  isReport: boolean,
): Properties => {
  // RFC 4791 defines this property for REPORT only, and the rows for PROPFIND don't include stored files.
  const isData = isReport && (asked?.some(({ name }) => name === 'calendar-data') ?? false);
  return props([
    [dav, 'resourcetype', ''],
    [dav, 'getetag', xmlText(object.tag)],
    [dav, 'getcontenttype', 'text/calendar; charset=utf-8; component=vevent'],
    principal,
    // Formatting an entry is expensive, so do it only if the client asks.
    ...(isData ? [[caldav, 'calendar-data', xmlText(textOf(object))] as const] : []),
  ]);
};

/** An entry with its ETag, and the stored event if it is a personal one. */
type TaggedObject = IcsObject & { readonly tag: string; readonly stored?: DavEntry };

/** Returns the path of an entry. Programs choose the names of personal events. */
export const objectPath = (collection: CollectionName, name: string): string =>
  calendarPaths[collection] + encodeURIComponent(name);

const addObject = (
  answer: Multistatus,
  { collection }: Collection,
  object: TaggedObject,
  { props: asked }: DavRequest,
  isReport = true,
) => answer.add(objectPath(collection, object.name), objectProps(object, asked, isReport));

interface Window {
  readonly from: number;
  readonly to: number;
}

/** Returns the time range of a query, or null if it has none. */
const windowOf = (range: DavRequest['range']): Window | null => {
  if (range === null) return null;
  const at = (text: string | null, other: number) =>
    text === null ? other : readIcsTime('time-range', text, utc).local;
  return { from: at(range.start, -Infinity), to: at(range.end, Infinity) };
};

/** In a longer time range, the first and last date of a personal event decide. Its rule can be endless. */
const longestWindow = 3 * 366 * 86_400_000;

const isIn = ({ entry, stored }: TaggedObject, window: Window | null, now: Date): boolean => {
  if (window === null) return true;
  if (window.to <= window.from) return false;
  if (stored !== undefined) {
    const { first_at: first, last_at: last } = stored;
    if (first.getTime() >= window.to || last.getTime() < window.from) return false;
    if (window.to - window.from > longestWindow) return true;
  }
  const span = feedSpan(now);
  const bounded = {
    from: Number.isFinite(window.from) ? window.from : span.from.getTime(),
    to: Number.isFinite(window.to) ? window.to : span.to.getTime(),
  };
  return bounded.to > bounded.from && occurrencesOf(entry.series, bounded, 1).length > 0;
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Returns the calendar that a URL is in, with the name of the entry; an empty name is the calendar itself. */
export const placeIn = (
  address: string,
): { readonly collection: CollectionName; readonly name: string } | undefined => {
  const path = URL.parse(address, 'http://here')?.pathname ?? '';
  for (const collection of ['campus', 'personal'] as const) {
    const start = calendarPaths[collection];
    if (`${path}/` === start) return { collection, name: '' };
    const rest = path.startsWith(start) ? decoded(path.slice(start.length)) : undefined;
    if (rest !== undefined) return { collection, name: rest };
  }
  return undefined;
};

const multi = (answer: Multistatus, more = ''): DocumentReply => ({
  status: 207,
  headers: xmlHeaders,
  body: answer.text(more),
});

/** Returns the sync token of a request. The main thread needs it before the other thread parses the request. */
export const tokenIn = (body: string): string | undefined =>
  /sync-token\s*>\s*(urn:commons:sync:[\w-]{43})\s*</.exec(body)?.[1];

const report = (asked: DavInput, files: DavFiles): DavResult => {
  const wanted = readDavRequest(asked.method, asked.body);
  const refuse = (condition: string): DavResult => ({
    answer: { status: 403, headers: xmlHeaders, body: davError(condition) },
    states: [],
  });
  const place = placeIn(asked.path);
  if (place?.name !== '') return refuse('<d:supported-report/>');
  const collection = readCollection(files, place.collection);
  const { objects, tags, token } = collection;
  const answer = new Multistatus(wanted.props);
  if (wanted.root === 'calendar-query') {
    const window = windowOf(wanted.range);
    for (const object of objects.values())
      if (isIn(object, window, asked.now)) addObject(answer, collection, object, wanted);
    return { answer: multi(answer), states: [] };
  }
  if (wanted.root === 'calendar-multiget') {
    // Formatting is expensive, so answer a URL once even if the request repeats it thousands of times.
    for (const address of new Set(wanted.hrefs)) {
      const at = placeIn(address);
      const object = at?.collection === place.collection ? objects.get(at.name) : undefined;
      if (object) addObject(answer, collection, object, wanted);
      else answer.addGone(address);
    }
    return { answer: multi(answer), states: [] };
  }
  if (wanted.root !== 'sync-collection') return refuse('<d:supported-report/>');
  const since = wanted.syncToken ?? '';
  const before = since === '' ? {} : since === tokenIn(asked.body) ? asked.before : undefined;
  // With an unknown token, the client has to sync everything again (RFC 6578, 3.2).
  if (before === undefined) return refuse('<d:valid-sync-token/>');
  for (const object of objects.values())
    if (before[object.name] !== object.tag) addObject(answer, collection, object, wanted);
  for (const name of Object.keys(before))
    if (tags[name] === undefined) answer.addGone(objectPath(place.collection, name));
  return {
    answer: multi(answer, `<d:sync-token>${xmlText(token)}</d:sync-token>`),
    states: [stateOf(collection)],
  };
};

const asCollection = (path: string): string =>
  path.endsWith('/') || placeIn(path) !== undefined ? path : `${path}/`;

/** Returns the calendars whose entries a response needs. */
export const neededCollections = ({
  method,
  path,
  isDeep,
  canWrite,
}: Pick<DavInput, 'method' | 'path' | 'isDeep' | 'canWrite'>): readonly CollectionName[] => {
  const all = canWrite ? (['campus', 'personal'] as const) : (['campus'] as const);
  if (method === 'PROPFIND' && asCollection(path) === homePath) return isDeep ? all : [];
  const place = placeIn(path);
  return all.filter((one) => one === place?.collection);
};

/** Answers PROPFIND for a resource, and for its children with a depth of 1. */
const find = (asked: DavInput, files: DavFiles): DavResult => {
  const { isDeep, email } = asked;
  const at = asCollection(asked.path);
  const wanted = readDavRequest(asked.method, asked.body);
  const answer = new Multistatus(wanted.props);
  const done = (): DavResult => ({ answer: multi(answer), states: [] });
  const [first, ...more] = neededCollections(asked);
  if (at === rootPath || at === '/dav/principals/') answer.add(at, rootProps);
  else if (at === principalPath) answer.add(at, principalProps(email, email));
  else if (at === homePath) answer.add(at, homeProps);
  if (first === undefined) {
    if (answer.isEmpty) throw problem('not_found');
    return done();
  }
  const collection = readCollection(files, first);
  const { objects } = collection;
  const all = [collection, ...more.map((name) => readCollection(files, name))];
  if (at === homePath) {
    for (const one of all) answer.add(calendarPaths[one.collection], calendarProps(asked, one));
  } else if (placeIn(at)?.name === '') {
    answer.add(calendarPaths[first], calendarProps(asked, collection));
    if (isDeep)
      for (const object of objects.values()) addObject(answer, collection, object, wanted, false);
  } else {
    const object = objects.get(placeIn(at)?.name ?? '');
    if (object === undefined) throw problem('not_found');
    addObject(answer, collection, object, wanted, false);
  }
  return { ...done(), states: all.map(stateOf) };
};

/** Answers GET with one entry or the whole calendar. */
const read = ({ path, match }: DavInput, files: DavFiles): DavResult => {
  const place = placeIn(path);
  if (place === undefined) throw problem('not_found');
  const collection = readCollection(files, place.collection);
  const object = collection.objects.get(place.name);
  if (object === undefined && place.name !== '') throw problem('not_found');
  const etag = object?.tag ?? `"${collection.token.slice(-27)}"`;
  const headers = { ...baseHeaders, ETag: etag };
  if (isSameTag(match, etag)) return { answer: { status: 304, headers, body: null }, states: [] };
  const entries = [...collection.objects.values()].map(({ entry }) => entry);
  const answer = {
    status: 200,
    headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' },
    body: object ? textOf(object) : writeIcs({ entries }),
  };
  return { answer, states: [] };
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
export const davAnswer = (asked: DavInput, files: DavFiles): DavResult => {
  try {
    if (asked.method === 'PROPFIND') return find(asked, files);
    return asked.method === 'REPORT' ? report(asked, files) : read(asked, files);
  } catch (error) {
    return { answer: limitAnswer(error), states: [] };
  }
};
