import { personalLimits } from '#contract/calendar/personal-limits.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import type { DocumentReply, DocumentRequest } from '../../../kernel/http/documents.ts';
import { countInMemory } from '../../../kernel/security/rate-limits.ts';
import { findIanaZone } from '../../../kernel/time/zones.ts';
import { readDavFile, personKey } from '../calendar-files.ts';
import {
  deleteEntry,
  insertEntry,
  lockEntries,
  selectStoredBytes,
  updateEntry,
} from '../entries/entries.queries.ts';
import { scheduleAlert } from '../entries/entry-alerts.ts';
import type { OpenedPassword } from '../feeds/feeds.queries.ts';
import { icsUid } from '../ics-files.ts';
import {
  baseHeaders,
  entryFileName,
  entryTag,
  objectPath,
  placeIn,
  xmlHeaders,
} from './dav-answers.ts';
import type { PutResult } from './dav-entries.ts';
import { davError, xmlText } from './dav-xml.ts';
import { selectNamed, selectOfUid, selectZone, type NamedEntry } from './dav-writes.queries.ts';

/* Calendar programs create, change and delete personal events (RFC 4791, section 5.3.2). */

/** Writes of one person. A phone that stores all events of a long calendar for the first time stays below it. */
const writes = { max: 2_000, seconds: 600 };

const reply = (status: number, headers: Readonly<Record<string, string>> = {}): DocumentReply => ({
  status,
  headers: { ...baseHeaders, ...headers },
  body: null,
});

const refuse = (status: number, condition: string, reason = ''): DocumentReply => ({
  status,
  headers: xmlHeaders,
  body: davError(
    condition + (reason && `<d:responsedescription>${xmlText(reason)}</d:responsedescription>`),
  ),
});

/** Refuses to change something that isn't a personal event, or with an app password that can only read. */
export const refuseWrite = (path: string, privilege = 'write'): DocumentReply =>
  refuse(
    403,
    `<d:need-privileges><d:resource><d:href>${xmlText(path)}</d:href><d:privilege><d:${privilege}/></d:privilege></d:resource></d:need-privileges>`,
  );

const isListed = (header: string, tag: string | undefined): boolean =>
  tag !== undefined && header.split(',').some((one) => ['*', tag].includes(one.trim()));

/** Returns whether the preconditions of a request hold for a file (RFC 9110, section 13). */
const isExpected = (
  { header }: Pick<DocumentRequest, 'header'>,
  entry: NamedEntry | undefined,
): boolean => {
  const tag = entry && entryTag(entry.id, entry.revision);
  const [match, noneMatch] = [header('if-match'), header('if-none-match')];
  if (match !== undefined && !isListed(match, tag)) return false;
  return noneMatch === undefined || !isListed(noneMatch, tag);
};

type ReadFile = PutResult & { readonly refused: null };

const uidOf = ({ tokens, school }: Pick<Scope, 'tokens' | 'school'>, { id, uid }: NamedEntry) =>
  uid ?? icsUid(tokens, school.school_id, { kind: 'own', id: String(id) });

/** Returns the event that keeps a file from having its UID, if there is one. */
const conflictOf = async (
  context: Context,
  me: number,
  { file: { uid } }: ReadFile,
  entry: NamedEntry | undefined,
): Promise<NamedEntry | undefined> => {
  if (entry !== undefined && uidOf(context, entry) !== uid) return entry;
  const other = await selectOfUid(context.db, me, uid);
  return other !== undefined && other.id !== entry?.id && uidOf(context, other) === uid
    ? other
    : undefined;
};

/** Stores a file that was read. */
const store = async (
  context: Context,
  me: number,
  request: DocumentRequest,
  name: string,
  read: ReadFile,
): Promise<DocumentReply> => {
  const { db, clock, school } = context;
  const now = clock.now();
  await lockEntries(db, me);
  const entry = await selectNamed(db, me, name);
  if (!isExpected(request, entry)) return reply(412);
  const conflict = await conflictOf(context, me, read, entry);
  if (conflict !== undefined) {
    const path = objectPath('personal', entryFileName({ ...conflict, id: String(conflict.id) }));
    return refuse(403, `<c:no-uid-conflict><d:href>${xmlText(path)}</d:href></c:no-uid-conflict>`);
  }
  const { file, times } = read;
  const full = () => refuse(507, '<d:quota-not-exceeded/>', 'Delete events that you don’t need.');
  const stored = await selectStoredBytes(db, me, entry?.id ?? null);
  if (stored + Buffer.byteLength(file.ics) > personalLimits.entryFiles) return full();
  const words = { ...read.words, color: entry?.color ?? null };
  const saved =
    entry === undefined
      ? await insertEntry(db, {
          school: school.school_id,
          me,
          clientId: null,
          words,
          times,
          file,
          fileName: name,
          now,
          most: personalLimits.entries,
        })
      : await updateEntry(db, me, entry, words, times, file, now);
  if (saved === undefined) return entry === undefined ? full() : reply(412);
  await scheduleAlert(context, saved);
  return reply(entry === undefined ? 201 : 204, { ETag: entryTag(saved.id, saved.revision) });
};

const put = async (
  scope: Scope,
  me: number,
  request: DocumentRequest,
  name: string,
): Promise<DocumentReply> => {
  const { body, header } = request;
  const type = header('content-type');
  if (type !== undefined && !/^text\/calendar\s*(?:;|$)/i.test(type))
    return refuse(403, '<c:supported-calendar-data/>', 'Send text/calendar.');
  if (Buffer.byteLength(body) > personalLimits.entryFile)
    return refuse(403, '<c:max-resource-size/>', `Send up to ${personalLimits.entryFile} bytes.`);
  const [entry, zone] = await transact(
    scope,
    async ({ db }) =>
      [await selectNamed(db, me, name, { isLocked: false }), await selectZone(db, me)] as const,
    { readOnly: true },
  );
  // This saves the work of reading the file. `store` checks again with the events locked.
  if (!isExpected(request, entry)) return reply(412);
  const floating = entry?.zone ?? findIanaZone(zone ?? '')?.name ?? 'UTC';
  const now = scope.clock.now();
  const read = await readDavFile(scope, personKey(scope, me), { ics: body, floating, now });
  if (read.refused !== null) return refuse(403, `<c:${read.refused}/>`, read.reason);
  return transact(scope, (context) => store(context, me, request, name, read));
};

const remove = (
  scope: Scope,
  me: number,
  request: DocumentRequest,
  name: string,
): Promise<DocumentReply> =>
  transact(scope, async ({ db }) => {
    await lockEntries(db, me);
    const entry = await selectNamed(db, me, name);
    if (entry === undefined) return reply(request.header('if-match') === undefined ? 404 : 412);
    if (!isExpected(request, entry)) return reply(412);
    await deleteEntry(db, me, entry.id);
    return reply(204);
  });

/** Answers PUT and DELETE of a personal event. Refuses them for everything else, and for app passwords that can only read. */
export const writeDav = async (
  scope: Scope,
  opened: OpenedPassword,
  request: DocumentRequest,
): Promise<DocumentReply> => {
  const { method, path } = request;
  const place = placeIn(path);
  const isOwn = place?.collection === 'personal' && place.name !== '';
  if (!opened.can_write || !isOwn) return refuseWrite(path);
  const { name } = place;
  // oxlint-disable-next-line no-control-regex
  if (name.length > personalLimits.entryFileName || /[/\u0000-\u001F\u007F]|^\.{1,2}$/.test(name))
    return refuse(403, '', 'Use a shorter name without slashes.');
  const { user_id: me } = opened;
  await countInMemory(scope, `dav-writes:${scope.school.school_id}:${me}`, writes);
  return method === 'PUT' ? put(scope, me, request, name) : remove(scope, me, request, name);
};
