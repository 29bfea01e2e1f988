import * as newsletters from '#contract/newsletters/endpoints.ts';
import type { Db } from '../../kernel/database/database.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { windowOf } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { ok, orNotFound, idOf } from '../../kernel/sql.ts';
import {
  changeDraft,
  lockedRow,
  mailTest,
  putPicture,
  schedule,
  withdraw,
} from './newsletter-editing.ts';
import * as queries from './newsletters.queries.ts';
import { everybody } from './newsletters.rules.ts';
import { newsletterView, summaryView } from './newsletters.views.ts';

/** Returns a newsletter of the school. */
const readRow = async (db: Db, id: number) =>
  orNotFound(await queries.selectNewsletter(db, id, { of: null }));
const viewOf = async (db: Db, id: number): Promise<newsletters.Newsletter> =>
  newsletterView(await readRow(db, id));

export const newslettersHandlers = [
  handle(newsletters.listNewsletters, async ({ db }, { state, pageOffset, pageSize }) => {
    const window = { offset: pageOffset, size: pageSize };
    const { rows, total } = await queries.selectNewsletters(db, { of: null, state, ...window });
    return windowOf(rows.map(summaryView), { total, ...window });
  }),

  // The new newsletter is empty or a copy of another one.
  handle(newsletters.createNewsletter, async (call, { clientId, like }) => {
    const { db, me, schoolId: school, now } = call;
    const sent = { by: me.userId, of: null, clientId };
    const before = await queries.selectNewsletterByClient(db, sent);
    if (before !== undefined) return viewOf(db, before);
    const model =
      like === undefined
        ? { title: '', summary: '', blocks: [], audience: everybody, by_mail: true }
        : await readRow(db, idOf(like));
    const id =
      (await queries.insertNewsletter(db, { ...model, school, now, ...sent })) ??
      (await queries.selectNewsletterByClient(db, sent));
    return viewOf(db, orNotFound(id));
  }),

  handle(newsletters.readNewsletter, async ({ db }, { id }) => viewOf(db, idOf(id))),

  handle(newsletters.updateNewsletter, async (call, { id, version, ...input }) => {
    const row = await lockedRow(call.db, id, null);
    await changeDraft(call, row, version, input);
    return viewOf(call.db, row.id);
  }),

  // The newsletter is also deleted from inboxes. Idempotent.
  handle(newsletters.deleteNewsletter, async (call, { id }) => {
    const which = { of: null, forUpdate: true };
    const row = await queries.selectNewsletter(call.db, idOf(id), which);
    if (row === undefined) return ok;
    await queries.deleteNewsletterRow(call.db, row.id);
    const { title, recipients } = row;
    if (row.state === 'sent')
      await record(call, 'newsletter_deleted', { newsletter: row.id, title, recipients });
    return ok;
  }),

  handle(newsletters.scheduleNewsletter, async (call, { id, version, at }) => {
    const row = await lockedRow(call.db, id, null);
    await schedule(call, row, version, at);
    return viewOf(call.db, row.id);
  }),

  handle(newsletters.withdrawNewsletter, async (call, { id }) => {
    const row = await lockedRow(call.db, id, null);
    await withdraw(call, row);
    return viewOf(call.db, row.id);
  }),

  handle(newsletters.countNewsletterReach, ({ db }, audience) =>
    queries.countAudience(db, { of: null, audience }),
  ),

  handleWithoutTransaction(newsletters.testNewsletter, (call, { id }) =>
    mailTest(call, ({ db }) => readRow(db, idOf(id))),
  ),

  handleWithoutTransaction(newsletters.uploadNewsletterPicture, (call, { upload }) =>
    putPicture(call, upload),
  ),
];
