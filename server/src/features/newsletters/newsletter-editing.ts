import type { NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { newsletterLimits, scheduleDays } from '#contract/newsletters/limits.ts';
import { transact, type Context, type Scope } from '../../kernel/context.ts';
import type { Db } from '../../kernel/database/database.ts';
import { encodeForMail, uploadFormats, withPicture } from '../../kernel/files/picture-encoding.ts';
import { reserveStorage } from '../../kernel/files/storage.ts';
import { withUpload } from '../../kernel/files/upload.ts';
import type { Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../kernel/sql.ts';
import { languageFor } from '../../kernel/outbound/languages.ts';
import { selectAddressee } from '../people/people.queries.ts';
import { fileUrl } from '../people/people.views.ts';
import { newsletterMail, type MailFrame } from './newsletters.mails.ts';
import * as queries from './newsletters.queries.ts';
import { cleanBlocks, isFinished, pictureLimit, sendTime, testLimit } from './newsletters.rules.ts';

/*
 * Shared operations on school newsletters and on emails of clubs and events. Callers check permissions first. `of`: the required owner of
 * the newsletter.
 */

/** Returns a newsletter and locks it for a change. */
export const lockedRow = async (
  db: Db,
  id: string,
  of: queries.Owner,
): Promise<queries.NewsletterRow> =>
  orNotFound(await queries.selectNewsletter(db, idOf(id), { of, forUpdate: true }));

/** Throws if the blocks contain a picture that wasn't uploaded to this school. */
const checkPictures = async (db: Db, blocks: queries.NewsletterRow['blocks']): Promise<void> => {
  const names = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []));
  const known = new Set(await queries.selectNewsletterPictures(db, [...new Set(names)]));
  const position = blocks.findIndex((block) => block.kind === 'picture' && !known.has(block.file));
  if (position !== -1)
    throw problem('invalid_input', {}, [
      { path: `blocks.${position}.file`, message: 'no such picture' },
    ]);
};

/** Changes to a draft. */
export interface NewsletterInput {
  readonly title?: string | undefined;
  readonly summary?: string | undefined;
  readonly blocks?: NewsletterBlock[] | undefined;
  readonly audience?: queries.StoredAudience | undefined;
  readonly byMail?: boolean | undefined;
}

/** Applies changes to a locked draft. Throws if its version is no longer `version`. */
export const changeDraft = async (
  { db, now }: Pick<Call, 'db' | 'now'>,
  row: queries.NewsletterRow,
  version: number,
  sent: NewsletterInput,
): Promise<void> => {
  if (row.state !== 'draft') throw problem('newsletter_sent');
  if (row.version !== version) throw problem('newsletter_changed');
  const blocks = sent.blocks === undefined ? row.blocks : cleanBlocks(sent.blocks);
  await checkPictures(db, blocks);
  const draft = {
    title: sent.title ?? row.title,
    summary: sent.summary ?? row.summary,
    blocks,
    audience: sent.audience ?? row.audience,
    by_mail: sent.byMail ?? row.by_mail,
  };
  await queries.updateDraft(db, row.id, draft, now);
};

/** Schedules a locked newsletter, or sends it after the undo period if `wanted` is null. Throws if its version is no longer `version`. */
export const schedule = async (
  call: Call,
  row: queries.NewsletterRow,
  version: number,
  wanted: string | null,
): Promise<void> => {
  const { db, me, now, origin } = call;
  if (row.state === 'sent') throw problem('newsletter_sent');
  if (row.version !== version) throw problem('newsletter_changed');
  if (!isFinished(row)) throw problem('newsletter_unfinished');
  const at = sendTime(wanted, now);
  if (at === null) throw problem('newsletter_time', { days: scheduleDays });
  await queries.updateSendAt(db, row.id, at, me.userId, origin, now);
  await emit(call, 'newsletter_scheduled', { newsletter: row.id }, at);
};

/** Makes a locked newsletter a draft again. */
export const withdraw = async (
  { db, now }: Pick<Call, 'db' | 'now'>,
  row: queries.NewsletterRow,
): Promise<void> => {
  if (row.state === 'sent') throw problem('newsletter_sent');
  if (row.state === 'scheduled') await queries.updateSendAt(db, row.id, null, null, null, now);
};

/** Returns the club or event that a newsletter belongs to, as its emails name it. */
export const senderOf = (row: queries.NewsletterRow): MailFrame['sender'] =>
  row.event_id !== null
    ? { kind: 'event', id: row.event_id, name: row.event_title ?? '' }
    : row.club_id !== null
      ? { kind: 'club', id: row.club_id, name: row.club_name ?? '' }
      : null;

/** A call that opens its own transactions. */
export type CallWithoutTransaction = Scope & Pick<Call, 'me' | 'schoolId' | 'now'>;

/** Emails a newsletter to the caller. `read` returns it in a transaction, or throws if the caller has no access. */
export const mailTest = async (
  call: CallWithoutTransaction,
  read: (context: Context) => Promise<queries.NewsletterRow>,
): Promise<{ to: string }> => {
  const { me, school, origin } = call;
  await countUse(call, `newsletter-test:${me.userId}`, testLimit);
  const [row, person] = await transact(
    call,
    async (context) => [await read(context), await selectAddressee(context.db, me.userId)] as const,
    { readOnly: true },
  );
  if (!person?.email) throw problem('not_found');
  const frame = {
    school,
    sender: senderOf(row),
    origin,
    inbox: `${origin}/inbox`,
    token: null,
    language: languageFor(person.locale, school.locale),
  };
  await call.mail.send(newsletterMail(person.email, row, frame));
  return { to: person.email };
};

/** Stores a picture for newsletters. Reading, encoding and storing happen outside any transaction. */
export const putPicture = async (
  call: CallWithoutTransaction,
  upload: AsyncIterable<Uint8Array>,
) => {
  const { schoolId: school, now } = call;
  const by = call.me.userId;
  await countUse(call, `newsletter-picture:${by}`, pictureLimit);
  return withUpload(`${school}:${by}`, upload, newsletterLimits.pictureBytes, async (bytes) => {
    const picture = await withPicture(bytes, uploadFormats, (one) =>
      encodeForMail(one, newsletterLimits.pictureWidth),
    );
    const { width, height } = picture;
    await reserveStorage(call, picture.bytes.length);
    const file = await call.files.put(school, picture.bytes, 'jpg');
    // The cleanup deletes files that a crash leaves behind here.
    await transact(call, ({ db }) =>
      queries.insertNewsletterPicture(db, { school, name: file, width, height, by, now }),
    );
    return { file, url: fileUrl(file) ?? '', width, height };
  });
};
