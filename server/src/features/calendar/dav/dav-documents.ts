import { createHash } from 'node:crypto';
import { transact, type Scope } from '../../../kernel/context.ts';
import type { DocumentReply, DocumentRequest, Documents } from '../../../kernel/http/documents.ts';
import { chargeTo } from '../../../kernel/security/load-budget.ts';
import {
  addInMemory,
  checkInMemory,
  countInMemory,
  networkOf,
} from '../../../kernel/security/rate-limits.ts';
import { answerDav, personKey } from '../calendar-files.ts';
import { calendarKinds } from '#contract/calendar/kinds.ts';
import { feedRows, personalRows } from '../feeds/feed-documents.ts';
import { selectPasswordOf, type OpenedPassword } from '../feeds/feeds.queries.ts';
import {
  baseHeaders,
  neededCollections,
  limitErrorOf,
  placeIn,
  rootPath,
  tokenIn,
} from './dav-answers.ts';
import { selectDavEntries, selectState, upsertState } from './dav.queries.ts';
import { refuseWrite, writeDav } from './dav-writes.ts';
import { davLimits, readDavRequest } from './dav-xml.ts';

/*
 * Calendars that other programs read by CalDAV (RFC 4791). With an app password that can write, they can also change personal
 * events, which are then a calendar of their own (decision 080).
 */

const allowed = 'OPTIONS, GET, HEAD, PROPFIND, REPORT, PUT, DELETE';

/** Wrong passwords for one account from one network. Another account on that network, or the account elsewhere, isn't slowed down. */
const failures = { max: 60, seconds: 600 };
/** Calls with one app password. A program that reads a calendar of 2,000 entries one by one stays below it. */
const calls = { max: 3_000, seconds: 600 };

const refuse = (): DocumentReply => ({
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

/** A request that is too large counts as 20, because no calendar app sends one. */
const tooLargeCounts = 20;

const callsOf = ({ school }: Scope, { id }: OpenedPassword): string =>
  `dav-calls:${school.school_id}:${id}`;

/** Returns the key for counting failures. The entered account name is stored nowhere else. */
const failuresOf = ({ school }: Scope, account: string, network: string): string =>
  `dav:${school.school_id}:${createHash('sha256').update(account).digest('base64url')}:${network}`;

/** Returns the owner of the app password. */
const signIn = async (
  scope: Scope,
  request: DocumentRequest,
): Promise<OpenedPassword | undefined> => {
  const given = credentialsOf(request.header('authorization'));
  // Programs first send a request without a password, which isn't a failure.
  if (given === null) return undefined;
  const account = given.userName.trim().toLowerCase();
  const subject = failuresOf(scope, account, networkOf(request.address));
  checkInMemory(scope, subject, failures);
  const hash = createHash('sha256').update(given.password.toLowerCase()).digest();
  const found = await transact(scope, ({ db }) => selectPasswordOf(db, hash, scope.clock.now()));
  if (found?.email.toLowerCase() === account) {
    await countInMemory(scope, callsOf(scope, found), calls);
    chargeTo(scope, found.user_id);
    return found;
  }
  addInMemory(scope, subject, failures, 1);
  return undefined;
};

/** Kinds of items that people can't change by CalDAV. */
const foreignKinds = calendarKinds.filter((kind) => kind !== 'own');

/** Returns the personal events whose files a response contains: all (null), or those that the request names. */
const namedFiles = ({ method, path, body }: DocumentRequest) => {
  const named = (addresses: readonly string[]) => {
    const names = addresses.flatMap((address) => placeIn(address)?.name ?? []);
    return { names, ids: names.flatMap((name) => /^own-(\d{1,18})\.ics$/.exec(name)?.[1] ?? []) };
  };
  if (method !== 'REPORT') return named([path]);
  if (!body.includes('calendar-data')) return named([]);
  // Programs request a few dozen events at a time. Parsing a longer request here would block the event loop.
  if (!body.includes('calendar-multiget') || body.length > davLimits.propfindBytes) return null;
  return named(readDavRequest(method, body).hrefs);
};

/** Reads the data for a response, builds the response in the thread, and stores the new sync states. */
const answerFrom = async (
  scope: Scope,
  opened: OpenedPassword,
  request: DocumentRequest,
): Promise<DocumentReply> => {
  const { method, path, body, origin, header } = request;
  const refused = limitErrorOf(method, body);
  if (refused !== null) {
    addInMemory(scope, callsOf(scope, opened), calls, tooLargeCounts - 1);
    return refused;
  }
  const { school } = scope;
  const { user_id: me, can_write: canWrite } = opened;
  const now = scope.clock.now();
  const isDeep = header('depth') !== '0';
  const given = tokenIn(body);
  const needed = neededCollections({ method, path, isDeep, canWrite });
  const common = { origin, schoolId: school.school_id };
  const place = placeIn(path);
  const read = await transact(
    scope,
    async (context) => {
      const campus = needed.includes('campus')
        ? await feedRows(context, me, canWrite ? foreignKinds : null, now)
        : null;
      const personal = needed.includes('personal') ? await personalRows(context, me) : null;
      const hasEntries = personal !== null || (campus !== null && !canWrite);
      const entries = hasEntries ? await selectDavEntries(context.db, me, namedFiles(request)) : [];
      return {
        files: {
          campus: campus && { ...campus, ...common },
          personal: personal && { ...personal, ...common },
          entries: new Map(entries.map((entry) => [entry.id, entry])),
        },
        before:
          given === undefined || place === undefined
            ? undefined
            : await selectState(context.db, opened.id, place.collection, given),
      };
    },
    { readOnly: true },
  );
  const { answer, states } = await answerDav(scope, personKey(scope, me), {
    files: read.files,
    input: {
      method,
      path,
      isDeep,
      match: header('if-none-match'),
      body,
      school: { name: school.name, color: school.color },
      email: opened.email,
      locale: opened.locale ?? school.locale,
      canWrite,
      now,
      before: read.before,
    },
  });
  if (states.length > 0)
    await transact(scope, async ({ db }) => {
      for (const state of states) await upsertState(db, school.school_id, opened.id, state, now);
    });
  return answer;
};

const open: Documents['open'] = async (scope, request) => {
  const { method } = request;
  if (method === 'OPTIONS')
    return { status: 200, headers: { ...baseHeaders, Allow: allowed }, body: null };
  const opened = await signIn(scope, request);
  if (opened === undefined) return refuse();
  if (['PROPFIND', 'REPORT', 'GET', 'HEAD'].includes(method))
    return answerFrom(scope, opened, request);
  if (method === 'PUT' || method === 'DELETE') return writeDav(scope, opened, request);
  return refuseWrite(request.path);
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

/** The address that programs try first (RFC 6764). */
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
