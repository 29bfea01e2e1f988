import { newsletterLimits, scheduleDays } from '#contract/newsletters/limits.ts';
import * as newsletters from '#contract/newsletters/endpoints.ts';
import { transact } from '../../kernel/context.ts';
import type { Db } from '../../kernel/database/database.ts';
import { forMail, uploadFormats, withPicture } from '../../kernel/files/picture-encoding.ts';
import { withUpload } from '../../kernel/files/upload.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { windowOf } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { done, found, idOf } from '../../kernel/sql.ts';
import { selectAddressee } from '../people/people.queries.ts';
import { fileUrl } from '../people/people.views.ts';
import { newsletterMail } from './newsletters.mails.ts';
import * as queries from './newsletters.queries.ts';
import {
  cleanBlocks,
  everybody,
  isFinished,
  pictureLimit,
  sendTime,
  testLimit,
} from './newsletters.rules.ts';
import { newsletterView, summaryView } from './newsletters.views.ts';

/** A newsletter that is about to change, with nobody else at it. */
const lockedRow = async (db: Db, id: string): Promise<queries.NewsletterRow> =>
  found(await queries.selectNewsletter(db, idOf(id), { forUpdate: true }));

const viewOf = async (db: Db, id: number): Promise<newsletters.Newsletter> =>
  newsletterView(found(await queries.selectNewsletter(db, id)));

/** Refuses pictures that nobody has put at this school. */
const checkPictures = async (db: Db, blocks: queries.NewsletterRow['blocks']): Promise<void> => {
  const names = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []));
  const known = new Set(await queries.selectNewsletterPictures(db, [...new Set(names)]));
  const position = blocks.findIndex((block) => block.kind === 'picture' && !known.has(block.file));
  if (position !== -1)
    throw problem('invalid_input', {}, [
      { path: `blocks.${position}.file`, message: 'no such picture' },
    ]);
};

export const newslettersHandlers = [
  handle(newsletters.listNewsletters, async ({ db }, { state, pageOffset, pageSize }) => {
    const window = { offset: pageOffset, size: pageSize };
    const { rows, total } = await queries.selectNewsletters(db, { state, ...window });
    return windowOf(rows.map(summaryView), { total, ...window });
  }),

  // Empty, or like another one.
  handle(newsletters.createNewsletter, async ({ db, me, schoolId: school, now }, { like }) => {
    const model =
      like === undefined
        ? { title: '', summary: '', blocks: [], audience: everybody, by_mail: true }
        : found(await queries.selectNewsletter(db, idOf(like)));
    const id = await queries.insertNewsletter(db, { ...model, school, by: me.userId, now });
    return viewOf(db, id);
  }),

  handle(newsletters.readNewsletter, async ({ db }, { id }) => viewOf(db, idOf(id))),

  handle(newsletters.updateNewsletter, async ({ db, now }, { id, version, ...input }) => {
    const row = await lockedRow(db, id);
    if (row.state !== 'draft') throw problem('newsletter_sent');
    if (row.version !== version) throw problem('newsletter_changed');
    const blocks = input.blocks === undefined ? row.blocks : cleanBlocks(input.blocks);
    await checkPictures(db, blocks);
    const draft = {
      title: input.title ?? row.title,
      summary: input.summary ?? row.summary,
      blocks,
      audience: input.audience ?? row.audience,
      by_mail: input.byMail ?? row.by_mail,
    };
    await queries.updateDraft(db, row.id, draft, now);
    return viewOf(db, row.id);
  }),

  // From inboxes too; twice does no harm.
  handle(newsletters.deleteNewsletter, async (call, { id }) => {
    const row = await queries.selectNewsletter(call.db, idOf(id), { forUpdate: true });
    if (row === undefined) return done;
    await queries.deleteNewsletterRow(call.db, row.id);
    const { title, recipients } = row;
    if (row.state === 'sent')
      await record(call, 'newsletter_deleted', { newsletter: row.id, title, recipients });
    return done;
  }),

  handle(newsletters.scheduleNewsletter, async (call, { id, version, at: wanted }) => {
    const { db, me, now, origin } = call;
    const row = await lockedRow(db, id);
    if (row.state === 'sent') throw problem('newsletter_sent');
    if (row.version !== version) throw problem('newsletter_changed');
    if (!isFinished(row)) throw problem('newsletter_unfinished');
    const at = sendTime(wanted, now);
    if (at === null) throw problem('newsletter_time', { days: scheduleDays });
    await queries.updateSendAt(db, row.id, at, me.userId, origin, now);
    await emit(call, 'newsletter_scheduled', { newsletter: row.id }, at);
    return viewOf(db, row.id);
  }),

  handle(newsletters.withdrawNewsletter, async ({ db, now }, { id }) => {
    const row = await lockedRow(db, id);
    if (row.state === 'sent') throw problem('newsletter_sent');
    if (row.state === 'scheduled') await queries.updateSendAt(db, row.id, null, null, null, now);
    return viewOf(db, row.id);
  }),

  handle(newsletters.countNewsletterReach, ({ db }, audience) =>
    queries.countAudience(db, audience),
  ),

  // Mails a newsletter to the caller.
  handleWithoutTransaction(newsletters.testNewsletter, async (call, { id }) => {
    const { me, school, origin } = call;
    await countUse(call, `newsletter-test:${me.userId}`, testLimit);
    const [row, person] = await transact(
      call,
      async ({ db }) =>
        [
          await queries.selectNewsletter(db, idOf(id)),
          await selectAddressee(db, me.userId),
        ] as const,
      { readOnly: true },
    );
    if (row === undefined || !person?.email) throw problem('not_found');
    await call.mail.send(
      newsletterMail(person.email, row, { school, origin, inbox: `${origin}/inbox`, token: null }),
    );
    return { to: person.email };
  }),

  // Reading, encoding and storing happen outside any transaction.
  handleWithoutTransaction(newsletters.uploadNewsletterPicture, async (call, { upload }) => {
    const { schoolId: school, now } = call;
    const by = call.me.userId;
    await countUse(call, `newsletter-picture:${by}`, pictureLimit);
    return withUpload(`${school}:${by}`, upload, newsletterLimits.pictureBytes, async (bytes) => {
      const picture = await withPicture(bytes, uploadFormats, (one) =>
        forMail(one, newsletterLimits.pictureWidth),
      );
      const { width, height } = picture;
      const file = await call.files.put(school, picture.bytes, 'jpg');
      // What a crash leaves in between the sweep removes.
      await transact(call, ({ db }) =>
        queries.insertNewsletterPicture(db, { school, name: file, width, height, by, now }),
      );
      return { file, url: fileUrl(file) ?? '', width, height };
    });
  }),
];
