import type { SenderEmailSummary } from '#contract/newsletters/sender-emails.ts';
import { emailsLimits } from '#contract/newsletters/limits.ts';
import { transact, type Context } from '../../../kernel/context.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { windowOf } from '../../../kernel/page.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import type { VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import {
  changeDraft,
  lockedRow,
  mailTest,
  putPicture,
  schedule,
  withdraw,
  type NewsletterInput,
  type CallWithoutTransaction,
} from '../newsletter-editing.ts';
import * as queries from '../newsletters.queries.ts';
import { everybody } from '../newsletters.rules.ts';
import { countUnsent, selectSeen } from './sending.queries.ts';
import { summaryView } from '../newsletters.views.ts';

/* Handler logic that club emails and event emails share. */

/** A club or event whose emails the caller can see and send. */
export interface Sender {
  readonly of: NonNullable<queries.Owner>;
  /** True if the caller manages the whole school and can therefore delete sent emails. */
  readonly isStaff: boolean;
  /** True if the sender's emails can change. */
  readonly writes: boolean;
  /** The people the caller can see. */
  readonly visibility: VisibilityScope;
  /** Returns true if senders selected the people in an audience one by one, or by something that they assigned to them. */
  readonly isChosen: (audience: queries.StoredAudience) => boolean;
}

/** Returns true if the counts of an email would reveal what individual recipients did, because senders selected a small audience. */
const isRevealing = (
  { isChosen }: Sender,
  { state, audience, recipients }: queries.NewsletterRow,
): boolean => state === 'sent' && isChosen(audience) && recipients < emailsLimits.fewest;

/** Returns emails as their senders see them. Includes the name of an author only if the caller can see the author. */
const itemViews = async (
  { db }: Pick<Call, 'db'>,
  sender: Sender,
  rows: readonly queries.NewsletterRow[],
): Promise<SenderEmailSummary[]> => {
  const authors = rows.map((row) => row.created_by);
  const seen = await selectSeen(db, sender.visibility, authors);
  return rows.map((row) => ({
    ...summaryView(row),
    ...(isRevealing(sender, row) && { read: null, bounced: null }),
    returned: row.returned,
    ...(!seen.has(row.created_by) && { by: null }),
  }));
};

/** Returns an email without its audience, and its row, which contains the audience. */
export const readEmail = async (call: Pick<Call, 'db'>, sender: Sender, id: number) => {
  const row = orNotFound(await queries.selectNewsletter(call.db, id, { of: sender.of }));
  const [item] = await itemViews(call, sender, [row]);
  const isDraft = row.state === 'draft';
  const view = {
    ...orNotFound(item),
    blocks: row.blocks,
    can: {
      change: sender.writes && isDraft,
      duplicate: sender.writes,
      delete: sender.isStaff || (sender.writes && isDraft),
    },
  };
  return { row, view };
};

/** Deletes an email. Returns it if it was sent. Repeating this does no harm. */
export const deleteEmail = async (
  { db }: Pick<Call, 'db'>,
  { of, writes, isStaff }: Sender,
  email: string,
): Promise<queries.NewsletterRow | undefined> => {
  if (!writes && !isStaff) throw problem('club_inactive');
  const row = await queries.selectNewsletter(db, idOf(email), { of, forUpdate: true });
  if (row === undefined) return undefined;
  // Only staff can delete a sent email. Recipients keep it, so senders need to be able to look it up.
  if (row.state !== 'draft' && !isStaff) throw problem('newsletter_sent');
  await queries.deleteNewsletterRow(db, row.id);
  return row.state === 'sent' ? row : undefined;
};

/** The caller, in a transaction. */
export type SenderCaller = Context & Pick<Call, 'me' | 'now'>;

/** The differences between club emails and event emails. `A`: the audience in requests; `V`: the email in responses. */
interface EmailKind<S extends Sender, A, V> {
  /** Returns the sender `id` if the caller can see its emails. */
  readonly readSender: (context: SenderCaller, id: string) => Promise<S>;
  /** Returns the sender `id` if the caller can change its emails. */
  readonly readWriter: (context: SenderCaller, id: string) => Promise<S>;
  readonly readView: (call: Call, sender: S, id: number) => Promise<V>;
  readonly audienceOf: (audience: A) => queries.StoredAudience;
  /** The audience of a new email. */
  readonly toAll: Partial<queries.StoredAudience>;
  /** The maximum number of unsent emails per sender. */
  readonly unsent: number;
  /** Throws if the audience is empty, or if the sender has reached the daily limit. */
  readonly checkSending: (
    call: Call,
    sender: S,
    audience: queries.StoredAudience,
  ) => Promise<unknown>;
}

interface OfSender {
  readonly id: string;
}
interface OfEmail extends OfSender {
  readonly email: string;
}

/** Returns the operations on emails of one type. Each operation checks the caller's access first. */
export const emailActs = <S extends Sender, A, V>({
  readSender,
  readWriter,
  readView,
  audienceOf,
  toAll,
  unsent,
  checkSending,
}: EmailKind<S, A, V>) => ({
  /** Returns a page of a sender's emails. */
  async list(
    call: Call,
    asked: OfSender & {
      readonly state?: string | undefined;
      readonly pageOffset: number;
      readonly pageSize: number;
    },
  ) {
    const sender = await readSender(call, asked.id);
    const window = { offset: asked.pageOffset, size: asked.pageSize };
    const which = { of: sender.of, state: asked.state, ...window };
    const { rows, total } = await queries.selectNewsletters(call.db, which);
    return {
      ...windowOf(await itemViews(call, sender, rows), { total, ...window }),
      can: { create: sender.writes },
    };
  },

  /** Creates an email, empty or as a copy of another email of the sender. */
  async create(
    call: Call,
    {
      id,
      clientId,
      like,
    }: OfSender & { readonly clientId?: string | undefined; readonly like?: string | undefined },
  ) {
    const sender = await readWriter(call, id);
    const { db, me, schoolId: school, now } = call;
    const { of } = sender;
    const sent = { by: me.userId, of, clientId };
    const before = await queries.selectNewsletterByClient(db, sent);
    if (before !== undefined) return readView(call, sender, before);
    const model =
      like === undefined
        ? { title: '', summary: '', blocks: [], audience: { ...everybody, ...toAll } }
        : orNotFound(await queries.selectNewsletter(db, idOf(like), { of }));
    if ((await countUnsent(db, of)) >= unsent)
      throw problem('club' in of ? 'too_many_club_emails' : 'too_many_event_emails', {
        max: unsent,
      });
    const draft = { ...model, by_mail: true, school, now, ...sent };
    const email =
      (await queries.insertNewsletter(db, draft)) ??
      (await queries.selectNewsletterByClient(db, sent));
    return readView(call, sender, orNotFound(email));
  },

  async read(call: Call, { id, email }: OfEmail) {
    return readView(call, await readSender(call, id), idOf(email));
  },

  async update(
    call: Call,
    {
      id,
      email,
      version,
      audience,
      ...sent
    }: OfEmail &
      Omit<NewsletterInput, 'audience'> & {
        readonly version: number;
        readonly audience?: A | undefined;
      },
  ) {
    const sender = await readWriter(call, id);
    const row = await lockedRow(call.db, email, sender.of);
    const changed = audience === undefined ? sent : { ...sent, audience: audienceOf(audience) };
    await changeDraft(call, row, version, changed);
    return readView(call, sender, row.id);
  },

  async schedule(
    call: Call,
    { id, email, version, at }: OfEmail & { readonly version: number; readonly at: string | null },
  ) {
    const sender = await readWriter(call, id);
    const row = await lockedRow(call.db, email, sender.of);
    await checkSending(call, sender, row.audience);
    await schedule(call, row, version, at);
    return readView(call, sender, row.id);
  },

  async withdraw(call: Call, { id, email }: OfEmail) {
    const sender = await readSender(call, id);
    const row = await lockedRow(call.db, email, sender.of);
    await withdraw(call, row);
    return readView(call, sender, row.id);
  },

  /** Returns the number of people who are currently in an audience. */
  async reach(call: Call, { id }: OfSender, audience: A) {
    const { of } = await readSender(call, id);
    return queries.countAudience(call.db, { of, audience: audienceOf(audience) });
  },

  /** Sends an email to the caller as a test. */
  test: (call: CallWithoutTransaction, { id, email }: OfEmail) =>
    mailTest(call, async (context) => {
      const { of } = await readWriter({ ...context, me: call.me, now: call.now }, id);
      return orNotFound(await queries.selectNewsletter(context.db, idOf(email), { of }));
    }),

  async upload(
    call: CallWithoutTransaction,
    { id, upload }: OfSender & { readonly upload: AsyncIterable<Uint8Array> },
  ) {
    await transact(call, (context) => readWriter({ ...context, me: call.me, now: call.now }, id), {
      readOnly: true,
    });
    return putPicture(call, upload);
  },
});
