import type { SenderEmailSummary } from '#contract/newsletters/sender-emails.ts';
import { emailsLimits } from '#contract/newsletters/limits.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { windowOf } from '../../../kernel/page.ts';
import { found, idOf } from '../../../kernel/sql.ts';
import type { VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import * as queries from '../newsletters.queries.ts';
import { everybody } from '../newsletters.rules.ts';
import { countUnsent, selectSeen } from './sending.queries.ts';
import { summaryView } from '../newsletters.views.ts';

/* What handlers do alike with e-mails of clubs and with e-mails about events. */

/** A club whose e-mails the caller sees and sends, or an event about which they do. */
export interface Sender {
  readonly of: NonNullable<queries.Owner>;
  /** Whether they manage all of the school, and so delete what was sent. */
  readonly isStaff: boolean;
  /** Whether anything there can change. */
  readonly writes: boolean;
  /** Which people the caller sees. */
  readonly visibility: VisibilityScope;
  /** Whether senders chose the people of an audience one by one or by what they gave them. */
  readonly isChosen: (audience: queries.StoredAudience) => boolean;
}

/** Of one person whom senders chose, a count would tell what that person did. */
const isRevealing = (
  { isChosen }: Sender,
  { state, audience, recipients }: queries.NewsletterRow,
): boolean => state === 'sent' && isChosen(audience) && recipients < emailsLimits.fewest;

/** E-mails as their senders see them; who wrote one is named to those who see them. */
const itemViews = async (
  { db }: Pick<Call, 'db'>,
  sender: Sender,
  rows: readonly queries.NewsletterRow[],
): Promise<SenderEmailSummary[]> => {
  const authors = rows.map((row) => row.by_id);
  const seen = await selectSeen(db, sender.visibility, authors);
  return rows.map((row) => ({
    ...summaryView(row),
    ...(isRevealing(sender, row) && { read: null, bounced: null }),
    returned: row.returned,
    ...(!seen.has(row.by_id) && { by: null }),
  }));
};

/** A window of a sender's e-mails. */
export const listEmails = async (
  call: Call,
  sender: Sender,
  asked: {
    readonly state?: string | undefined;
    readonly pageOffset: number;
    readonly pageSize: number;
  },
) => {
  const window = { offset: asked.pageOffset, size: asked.pageSize };
  const which = { of: sender.of, state: asked.state, ...window };
  const { rows, total } = await queries.selectNewsletters(call.db, which);
  return {
    ...windowOf(await itemViews(call, sender, rows), { total, ...window }),
    can: { create: sender.writes },
  };
};

/** An e-mail with all of it but whom it goes to, which the row says beside. */
export const readEmail = async (call: Pick<Call, 'db'>, sender: Sender, id: number) => {
  const row = found(await queries.selectNewsletter(call.db, id, { of: sender.of }));
  const [item] = await itemViews(call, sender, [row]);
  const isDraft = row.state === 'draft';
  const view = {
    ...found(item),
    blocks: row.blocks,
    can: {
      change: sender.writes && isDraft,
      duplicate: sender.writes,
      delete: sender.isStaff || (sender.writes && isDraft),
    },
  };
  return { row, view };
};

/** Begins an e-mail, empty or like another one of the sender; `unsent`: how many may wait to be sent. */
export const createEmail = async (
  { db, me, schoolId: school, now }: Call,
  sender: Sender,
  {
    like,
    audience,
    unsent,
  }: { like?: string | undefined; unsent: number } & {
    audience: Partial<queries.StoredAudience>;
  },
): Promise<number> => {
  const { of } = sender;
  const model =
    like === undefined
      ? { title: '', summary: '', blocks: [], audience: { ...everybody, ...audience } }
      : found(await queries.selectNewsletter(db, idOf(like), { of }));
  if ((await countUnsent(db, of)) >= unsent)
    throw problem('club' in of ? 'too_many_club_emails' : 'too_many_event_emails', { max: unsent });
  const draft = { ...model, by_mail: true, of, school, by: me.userId, now };
  return queries.insertNewsletter(db, draft);
};

/** Deletes an e-mail and answers it where it was sent; twice does no harm. */
export const deleteEmail = async (
  { db }: Pick<Call, 'db'>,
  { of, writes, isStaff }: Sender,
  email: string,
): Promise<queries.NewsletterRow | undefined> => {
  if (!writes && !isStaff) throw problem('club_inactive');
  const row = await queries.selectNewsletter(db, idOf(email), { of, forUpdate: true });
  if (row === undefined) return undefined;
  // What people have got stays theirs, and what somebody has said can be looked up.
  if (row.state !== 'draft' && !isStaff) throw problem('newsletter_sent');
  await queries.deleteNewsletterRow(db, row.id);
  return row.state === 'sent' ? row : undefined;
};
