import * as emails from '#contract/event-emails/endpoints.ts';
import { eventEmailLimits as limits } from '#contract/event-emails/limits.ts';
import { transact, type Context } from '../../../kernel/context.ts';
import { permissionsIn } from '../../../kernel/access.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUseWithin } from '../../../kernel/security/rate-limits.ts';
import { done, found, idOf } from '../../../kernel/sql.ts';
import { managedEvent } from '../../events/event-access.ts';
import { isWritable } from '../../events/events.views.ts';
import { readerOf } from '../../events/reader/event-reader.queries.ts';
import {
  changeDraft,
  lockedRow,
  mailTest,
  putPicture,
  schedule,
  withdraw,
} from '../newsletter-editing.ts';
import * as queries from '../newsletters.queries.ts';
import { everybody } from '../newsletters.rules.ts';
import {
  createEmail,
  deleteEmail,
  listEmails,
  readEmail,
  type Sender,
} from '../sending/sender-emails.ts';

/** An event about which the caller writes. */
interface EventSender extends Sender {
  readonly id: number;
  readonly of: { readonly event: number };
  /** Whether it has been published: before that nobody can register. */
  readonly isOut: boolean;
}

const toAll = {
  who: 'all',
  statuses: [],
  occurrence: null,
} satisfies emails.EventEmailAudience;

type Caller = Context & Pick<Call, 'me' | 'now'>;

/** 404 where the caller does not manage the event. */
const readSender = async (context: Caller, id: string): Promise<EventSender> => {
  const [event, held] = await Promise.all([
    managedEvent(context, id),
    permissionsIn(context, 'school', [0]),
  ]);
  const isOut = event.status === 'published' || event.status === 'canceled';
  return {
    id: event.id,
    of: { event: event.id },
    isStaff: held(0).has('events.manage_all'),
    writes: isWritable(event) && isOut,
    visibility: readerOf(context).visibility,
    // Hosts decide who is on the list, and as what.
    isChosen: () => true,
    isOut,
  };
};

/** The same where something is changed: refuses drafts, and clubs that can only be read. */
const readWriter = async (context: Caller, id: string): Promise<EventSender> => {
  const sender = await readSender(context, id);
  if (!sender.isOut) throw problem('event_not_published');
  if (!sender.writes) throw problem('club_inactive');
  return sender;
};

const readView = async (call: Call, event: EventSender, id: number): Promise<emails.EventEmail> => {
  const { row, view } = await readEmail(call, event, id);
  return { ...view, audience: row.audience.event ?? toAll };
};

const audienceOf = (audience: emails.EventEmailAudience): queries.StoredAudience => ({
  ...everybody,
  event: audience,
});

export const eventEmailsHandlers = [
  handle(emails.listEventEmails, async (call, { id, ...asked }) =>
    listEmails(call, await readSender(call, id), asked),
  ),

  handle(emails.createEventEmail, async (call, { id, like }) => {
    const event = await readWriter(call, id);
    const draft = { like, audience: { event: toAll }, unsent: limits.unsent };
    return readView(call, event, await createEmail(call, event, draft));
  }),

  handle(emails.readEventEmail, async (call, { id, email }) =>
    readView(call, await readSender(call, id), idOf(email)),
  ),

  handle(emails.updateEventEmail, async (call, { id, email, version, audience, ...sent }) => {
    const event = await readWriter(call, id);
    const row = await lockedRow(call.db, email, event.of);
    const changed = audience === undefined ? sent : { ...sent, audience: audienceOf(audience) };
    await changeDraft(call, row, version, changed);
    return readView(call, event, row.id);
  }),

  handle(emails.scheduleEventEmail, async (call, { id, email, version, at }) => {
    const event = await readWriter(call, id);
    const row = await lockedRow(call.db, email, event.of);
    const to = row.audience.event ?? toAll;
    if (to.who === 'statuses' && to.statuses.length === 0) throw problem('event_email_no_statuses');
    await countUseWithin(call, `event-email:${event.id}`, { max: limits.aDay, seconds: 86_400 });
    await schedule(call, row, version, at);
    return readView(call, event, row.id);
  }),

  handle(emails.withdrawEventEmail, async (call, { id, email }) => {
    const event = await readSender(call, id);
    const row = await lockedRow(call.db, email, event.of);
    await withdraw(call, row);
    return readView(call, event, row.id);
  }),

  handle(emails.deleteEventEmail, async (call, { id, email }) => {
    const event = await readSender(call, id);
    const sent = await deleteEmail(call, event, email);
    if (sent === undefined) return done;
    const { title, recipients } = sent;
    const detail = { email: String(sent.id), title, event: String(event.id), recipients };
    await record(call, 'event_email_changed', { act: 'deleted', ...detail });
    return done;
  }),

  handle(emails.countEventEmailReach, async (call, { id, ...audience }) => {
    const { of } = await readSender(call, id);
    return queries.countAudience(call.db, { of, audience: audienceOf(audience) }, call.now);
  }),

  handleWithoutTransaction(emails.testEventEmail, (call, { id, email }) =>
    mailTest(call, async (context) => {
      const { of } = await readWriter({ ...context, me: call.me, now: call.now }, id);
      return found(await queries.selectNewsletter(context.db, idOf(email), { of }));
    }),
  ),

  handleWithoutTransaction(emails.uploadEventEmailPicture, async (call, { id, upload }) => {
    await transact(call, (context) => readWriter({ ...context, me: call.me, now: call.now }, id), {
      readOnly: true,
    });
    return putPicture(call, upload);
  }),
];
