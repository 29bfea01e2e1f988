import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { scheduleDays } from '#contract/newsletter-limits.ts';
import type {
  changeNewsletter,
  countNewsletterReach,
  deleteNewsletter,
  listNewsletters,
  makeNewsletter,
  Newsletter,
  readNewsletter,
  scheduleNewsletter,
  withdrawNewsletter,
} from '#contract/newsletters.ts';
import { record } from '../../kernel/security/audit.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { refused } from '../../kernel/http/problem.ts';
import {
  countAudience,
  deleteNewsletterRow,
  insertNewsletter,
  selectNewsletter,
  selectNewsletterPictures,
  selectNewsletters,
  updateDraft,
  updateSendAt,
  type NewsletterRow,
} from './newsletters.queries.ts';
import { cleanBlocks, everybody, isFinished, sendTime } from './newsletters.rules.ts';
import { newsletterView, summaryView } from './newsletters.views.ts';

/** The newsletter an id names, held for a change. */
const found = async (context: Context, id: string, forUpdate = false): Promise<NewsletterRow> => {
  const number = personId(id);
  const row =
    number === null ? undefined : await selectNewsletter(context.db, number, { forUpdate });
  if (row === undefined) throw refused('not_found');
  return row;
};

const view = async (context: Context, id: number): Promise<Newsletter> =>
  newsletterView(await found(context, String(id)));

/** A window of the school's newsletters. */
export const listOwnNewsletters = async (
  context: Context,
  { state, pageOffset, pageSize }: HandlerInput<typeof listNewsletters>,
): Promise<Reply<typeof listNewsletters>> => {
  const { rows, total } = await selectNewsletters(context.db, {
    state,
    offset: pageOffset,
    size: pageSize,
  });
  return {
    total,
    items: rows.map(summaryView),
    perPage: pageSize,
    currentPage: Math.floor(pageOffset / pageSize) + 1,
    messages: [],
  };
};

/** One newsletter. */
export const readOwnNewsletter = async (
  context: Context,
  { id }: HandlerInput<typeof readNewsletter>,
): Promise<Newsletter> => {
  return newsletterView(await found(context, id));
};

/** Begins a newsletter, empty or like another one. */
export const beginNewsletter = async (
  context: Context,
  { like }: HandlerInput<typeof makeNewsletter>,
): Promise<Newsletter> => {
  const by = memberOf(context).userId;
  const model =
    like === undefined
      ? { title: '', summary: '', blocks: [], audience: everybody, by_mail: true }
      : await found(context, like);
  const id = await insertNewsletter(context.db, {
    ...model,
    school: context.school.school_id,
    by,
    now: context.clock.now(),
  });
  return view(context, id);
};

/** Refuses pictures that nobody has put at this school. */
const checkPictures = async (context: Context, blocks: NewsletterRow['blocks']): Promise<void> => {
  const names = [
    ...new Set(blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []))),
  ];
  const known = new Set(await selectNewsletterPictures(context.db, names));
  const place = blocks.findIndex((block) => block.kind === 'picture' && !known.has(block.file));
  if (place !== -1)
    throw refused('invalid_input', {}, [
      { path: `blocks.${place}.file`, message: 'no such picture' },
    ]);
};

/** Changes a draft. */
export const changeDraft = async (
  context: Context,
  input: HandlerInput<typeof changeNewsletter>,
): Promise<Newsletter> => {
  const row = await found(context, input.id, true);
  if (row.state !== 'draft') throw refused('newsletter_sent');
  if (row.version !== input.version) throw refused('newsletter_changed');
  const blocks = input.blocks === undefined ? row.blocks : cleanBlocks(input.blocks);
  await checkPictures(context, blocks);
  await updateDraft(
    context.db,
    row.id,
    {
      title: input.title ?? row.title,
      summary: input.summary ?? row.summary,
      blocks,
      audience: input.audience ?? row.audience,
      by_mail: input.byMail ?? row.by_mail,
    },
    context.clock.now(),
  );
  return view(context, row.id);
};

/** Makes a newsletter wait for its time. */
export const schedule = async (
  context: Context,
  input: HandlerInput<typeof scheduleNewsletter>,
): Promise<Newsletter> => {
  const by = memberOf(context).userId;
  const row = await found(context, input.id, true);
  if (row.state === 'sent') throw refused('newsletter_sent');
  if (row.version !== input.version) throw refused('newsletter_changed');
  if (!isFinished(row)) throw refused('newsletter_unfinished');
  const now = context.clock.now();
  const at = sendTime(input.at, now);
  if (at === null) throw refused('newsletter_time', { days: scheduleDays });
  await updateSendAt(context.db, row.id, at, by, context.origin, now);
  await emit(context, 'newsletter_scheduled', { newsletter: row.id }, at);
  return view(context, row.id);
};

/** Makes a scheduled newsletter a draft again. */
export const withdraw = async (
  context: Context,
  { id }: HandlerInput<typeof withdrawNewsletter>,
): Promise<Newsletter> => {
  const row = await found(context, id, true);
  if (row.state === 'sent') throw refused('newsletter_sent');
  if (row.state === 'scheduled')
    await updateSendAt(context.db, row.id, null, null, null, context.clock.now());
  return view(context, row.id);
};

/** Deletes a newsletter, from inboxes too; twice does no harm. */
export const removeNewsletter = async (
  context: Context,
  { id }: HandlerInput<typeof deleteNewsletter>,
): Promise<Reply<typeof deleteNewsletter>> => {
  const number = personId(id);
  const row =
    number === null ? undefined : await selectNewsletter(context.db, number, { forUpdate: true });
  if (row !== undefined) {
    await deleteNewsletterRow(context.db, row.id);
    if (row.state === 'sent')
      await record(context, 'newsletter_deleted', {
        newsletter: row.id,
        title: row.title,
        recipients: row.recipients,
      });
  }
  return { ok: true };
};

/** How many people an audience has. */
export const countReach = async (
  context: Context,
  audience: HandlerInput<typeof countNewsletterReach>,
): Promise<Reply<typeof countNewsletterReach>> => {
  return countAudience(context.db, audience);
};
