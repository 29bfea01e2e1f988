import type { SenderEmailSummary } from '#contract/newsletters/sender-emails.ts';
import { emailsLimits } from '#contract/newsletters/limits.ts';
import { transact, type Context } from '../../../kernel/context.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { windowOf } from '../../../kernel/page.ts';
import { found, idOf } from '../../../kernel/sql.ts';
import type { VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import {
  changeDraft,
  lockedRow,
  mailTest,
  putPicture,
  schedule,
  withdraw,
  type Sent,
  type Unopened,
} from '../newsletter-editing.ts';
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

/** Who asks, in a transaction. */
export type SenderCaller = Context & Pick<Call, 'me' | 'now'>;

/** What e-mails of clubs and those about events do not share. `A`: whom one goes to; `V`: one as it is answered. */
interface EmailKind<S extends Sender, A, V> {
  /** The sender `id`, where the caller may see its e-mails. */
  readonly readSender: (context: SenderCaller, id: string) => Promise<S>;
  /** The same where something is changed. */
  readonly readWriter: (context: SenderCaller, id: string) => Promise<S>;
  readonly readView: (call: Call, sender: S, id: number) => Promise<V>;
  readonly audienceOf: (audience: A) => queries.StoredAudience;
  /** Whom a new one goes to. */
  readonly toAll: Partial<queries.StoredAudience>;
  /** How many of a sender may wait to be sent. */
  readonly unsent: number;
  /** Refuses one that goes to nobody, and more than a sender may send in a day. */
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

/** What is done with e-mails of either kind. Each act first asks whether the caller may. */
export const emailActs = <S extends Sender, A, V>({
  readSender,
  readWriter,
  readView,
  audienceOf,
  toAll,
  unsent,
  checkSending,
}: EmailKind<S, A, V>) => ({
  /** A window of a sender's e-mails. */
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

  /** Begins an e-mail, empty or like another one of the sender. */
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
        : found(await queries.selectNewsletter(db, idOf(like), { of }));
    if ((await countUnsent(db, of)) >= unsent)
      throw problem('club' in of ? 'too_many_club_emails' : 'too_many_event_emails', {
        max: unsent,
      });
    const draft = { ...model, by_mail: true, school, now, ...sent };
    const email =
      (await queries.insertNewsletter(db, draft)) ??
      (await queries.selectNewsletterByClient(db, sent));
    return readView(call, sender, found(email));
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
      Omit<Sent, 'audience'> & { readonly version: number; readonly audience?: A | undefined },
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

  /** How many people an audience has now. */
  async reach(call: Call, { id }: OfSender, audience: A) {
    const { of } = await readSender(call, id);
    return queries.countAudience(call.db, { of, audience: audienceOf(audience) });
  },

  /** Mails one to the caller. */
  test: (call: Unopened, { id, email }: OfEmail) =>
    mailTest(call, async (context) => {
      const { of } = await readWriter({ ...context, me: call.me, now: call.now }, id);
      return found(await queries.selectNewsletter(context.db, idOf(email), { of }));
    }),

  async upload(
    call: Unopened,
    { id, upload }: OfSender & { readonly upload: AsyncIterable<Uint8Array> },
  ) {
    await transact(call, (context) => readWriter({ ...context, me: call.me, now: call.now }, id), {
      readOnly: true,
    });
    return putPicture(call, upload);
  },
});
