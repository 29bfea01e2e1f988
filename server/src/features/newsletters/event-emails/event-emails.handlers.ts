import * as emails from '#contract/event-emails/endpoints.ts';
import { eventEmailLimits as limits } from '#contract/event-emails/limits.ts';
import { permissionsIn } from '../../../kernel/access.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { ok } from '../../../kernel/sql.ts';
import { managedEvent } from '../../events/event-access.ts';
import { isWritable } from '../../events/events.rules.ts';
import { readerOf } from '../../events/reader/event-reader.queries.ts';
import type { StoredAudience } from '../newsletters.queries.ts';
import { everybody } from '../newsletters.rules.ts';
import {
  deleteEmail,
  emailActs,
  readEmail,
  type Sender,
  type SenderCaller,
} from '../sending/sender-emails.ts';

/** An event whose emails the caller can send. */
interface EventSender extends Sender {
  readonly id: number;
  readonly of: { readonly event: number };
  /** True if the event is published. No one can register before. */
  readonly isPublished: boolean;
}

const toAll = {
  who: 'all',
  statuses: [],
  occurrence: null,
} satisfies emails.EventEmailAudience;

/** Returns the event. Throws a 404 if the caller doesn't manage it. */
const readSender = async (context: SenderCaller, id: string): Promise<EventSender> => {
  const [event, held] = await Promise.all([
    managedEvent(context, id),
    permissionsIn(context, 'school', [0]),
  ]);
  const isPublished = event.status === 'published' || event.status === 'canceled';
  return {
    id: event.id,
    of: { event: event.id },
    isStaff: held(0).has('events.manage_all'),
    writes: isWritable(event) && isPublished,
    visibility: readerOf(context).visibility,
    // Hosts accept people and set their status, so every audience counts as chosen.
    isChosen: () => true,
    isPublished,
  };
};

/** Returns the event for a change. Throws for drafts and for events of read-only clubs. */
const readWriter = async (context: SenderCaller, id: string): Promise<EventSender> => {
  const sender = await readSender(context, id);
  if (!sender.isPublished) throw problem('event_not_published');
  if (!sender.writes) throw problem('club_inactive');
  return sender;
};

const readView = async (call: Call, event: EventSender, id: number): Promise<emails.EventEmail> => {
  const { row, view } = await readEmail(call, event, id);
  return { ...view, audience: row.audience.event ?? toAll };
};

const audienceOf = (audience: emails.EventEmailAudience): StoredAudience => ({
  ...everybody,
  event: audience,
});

const acts = emailActs<EventSender, emails.EventEmailAudience, emails.EventEmail>({
  readSender,
  readWriter,
  readView,
  audienceOf,
  toAll: { event: toAll },
  unsent: limits.unsent,
  async checkSending(call, event, audience) {
    const to = audience.event ?? toAll;
    if (to.who === 'statuses' && to.statuses.length === 0) throw problem('event_email_no_statuses');
    await countUseInTransaction(call, `event-email:${event.id}`, {
      max: limits.aDay,
      seconds: 86_400,
    });
  },
});

export const eventEmailsHandlers = [
  handle(emails.listEventEmails, acts.list),
  handle(emails.createEventEmail, acts.create),
  handle(emails.readEventEmail, acts.read),
  handle(emails.updateEventEmail, acts.update),
  handle(emails.scheduleEventEmail, acts.schedule),
  handle(emails.withdrawEventEmail, acts.withdraw),

  handle(emails.deleteEventEmail, async (call, { id, email }) => {
    const event = await readSender(call, id);
    const sent = await deleteEmail(call, event, email);
    if (sent === undefined) return ok;
    const { title, recipients } = sent;
    const detail = { email: String(sent.id), title, event: String(event.id), recipients };
    await record(call, 'event_email_changed', { act: 'deleted', ...detail });
    return ok;
  }),

  handle(emails.countEventEmailReach, (call, { id, ...audience }) =>
    acts.reach(call, { id }, audience),
  ),
  handleWithoutTransaction(emails.testEventEmail, acts.test),
  handleWithoutTransaction(emails.uploadEventEmailPicture, acts.upload),
];
