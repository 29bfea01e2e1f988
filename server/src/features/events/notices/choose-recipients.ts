import { defaultReminders, hostReminders } from '#contract/events/limits.ts';
import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { onEvent, onEventsTogether } from '../../../kernel/jobs/event-handler.ts';
import { emitAll, chunkPeople, type OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import { occurrenceAt } from '../event-times.ts';
import { selectPlainEvent, type PlainEvent } from '../events.queries.ts';
import { openStatuses } from '../events.rules.ts';
import { isReminder } from '../events.views.ts';
import { isDateCanceled, selectOwnTitle } from '../dates/dates.queries.ts';
import { selectPaidPeople } from '../registration/ticket-orders.queries.ts';
import { isSurveyOpen } from '../page/feedback.ts';
import { scheduleFeedback, scheduleReminders } from '../setup/publishing.ts';
import * as queries from './choose-recipients.queries.ts';

/* Notifications about events. People who registered get them under a general key, officers under the officer keys of their club. */

interface Notice {
  readonly kind: NotificationKind;
  readonly key: NotificationKey;
  readonly people: readonly number[];
  readonly by: number | null;
  readonly original?: string | null;
  /** The club, if the key is an officer key. */
  readonly club?: number;
  /** The path that the notification opens. If omitted, the notification opens the event. */
  readonly path?: string;
  /** A message from the person who caused the notification. */
  readonly note?: string;
}

type Noticed = Pick<PlainEvent, 'id' | 'title'> & { readonly isGone?: boolean };

const noticesOf = (
  event: Noticed,
  { kind, key, people, by, original = null, club, path, note = '' }: Notice,
) => {
  const time = original === null || original === '' ? '' : original;
  const at = time === '' ? '' : `?occurrence=${encodeURIComponent(time)}`;
  return chunkPeople(people).map((some) => ({
    payload: {
      kind,
      key,
      collapseKey: `event:${event.id}:${time}:${kind}`,
      title: event.title,
      path: path ?? `/events/${event.id}${at}`,
      event: event.isGone === true ? null : event.id,
      group: club ?? null,
      people: [...some],
      by,
      note,
    },
    dueAt: null,
  }));
};

const send = (context: Context, event: Noticed, ...notices: readonly Notice[]): Promise<void> =>
  emitAll(
    context,
    'event_notice',
    notices.flatMap((notice) => noticesOf(event, notice)),
  );

/** Runs `work` if the event and its club still exist. */
const ofEvent =
  <P extends { readonly event: number }>(
    work: (context: Context, event: PlainEvent, payload: P) => Promise<void>,
  ) =>
  (scope: Scope, payload: P): Promise<void> =>
    transact(scope, async (context) => {
      const event = await selectPlainEvent(context.db, payload.event);
      if (event !== undefined && !event.is_club_gone) await work(context, event, payload);
    });

const attendees = 'general.events' as const;

/** Returns the people who are notified about an event: officers of its club under `key`, or its hosts if it has no club. */
const hostsOf = async (
  { db }: Context,
  { id, club_id: club }: PlainEvent,
  key: NotificationKey,
): Promise<Pick<Notice, 'key' | 'people' | 'club'>> =>
  club === null
    ? { key: attendees, people: await queries.selectHostsOf(db, id) }
    : { key, people: await queries.selectManagersOf(db, club), club };

const sendToHosts = async (
  context: Context,
  event: PlainEvent,
  {
    key,
    ...notice
  }: Pick<Notice, 'kind' | 'by' | 'original' | 'path'> & {
    readonly key: NotificationKey;
  },
): Promise<void> => send(context, event, { ...notice, ...(await hostsOf(context, event, key)) });

const attendeesPath = (event: number): string => `/events/${event}/manage`;

/**
 * Sends reminders that are due now to people who chose this time, to officers of the club and to hosts. Then schedules the next reminder.
 */
const remind = ofEvent<{
  event: number;
  original: string;
  startsAt: string;
  minutes: number;
  revision: number;
  late?: { missed: number[]; ahead: number[] };
}>(async (context, event, { original, startsAt, minutes, revision, late }) => {
  // Skip a reminder if the event has changed since it was scheduled. The change scheduled a new one.
  if (event.status !== 'published' || event.revision !== revision || !isReminder(minutes)) return;
  const time = occurrenceAt(event.series, original);
  if (time?.startsAt === Date.parse(startsAt) && time.startsAt > context.clock.now().getTime()) {
    const dateKey = {
      event: event.id,
      original,
      choices: late?.missed ?? [minutes],
      without: late?.ahead ?? [],
    };
    const people = await queries.selectToRemind(context.db, dateKey, defaultReminders);
    const notice = { kind: 'event_reminder' as const, by: null, original };
    const own = await selectOwnTitle(context.db, event.id, original);
    const named = { ...event, title: own ?? event.title };
    await send(context, named, { ...notice, key: attendees, people });
    // Remind each person once, in the first of these groups that they belong to: attendees, officers, other hosts.
    const { key, people: managers, club } = await hostsOf(context, event, 'officer.eventReminder');
    const hosts = await queries.selectHostsOf(context.db, event.id);
    const others = [...managers, ...hosts].filter((one) => !people.includes(one));
    const due = await queries.selectHostsToRemind(
      context.db,
      { ...dateKey, people: [...new Set(others)] },
      hostReminders,
    );
    const officers = due.filter((one) => managers.includes(one));
    await send(
      context,
      named,
      { ...notice, key, people: officers, ...(club !== undefined && { club }) },
      { ...notice, key: attendees, people: due.filter((one) => !managers.includes(one)) },
    );
  }
  if (late === undefined) await scheduleReminders(context, event, [minutes]);
});

/** Asks attendees for feedback after a date of an event has ended. Then schedules the next request. */
const askFeedback = ofEvent<{ event: number; original: string; endsAt: string; revision: number }>(
  async (context, event, { original, endsAt, revision }) => {
    const { survey_id: survey } = event;
    if (event.status !== 'published' || event.revision !== revision || survey === null) return;
    if (
      occurrenceAt(event.series, original)?.endsAt === Date.parse(endsAt) &&
      (await isSurveyOpen(context.db, survey, context.clock.now()))
    )
      await send(context, event, {
        kind: 'event_feedback',
        key: attendees,
        people: await queries.selectToAsk(context.db, event.id, original),
        by: null,
        original,
        path: `/surveys/${survey}`,
      });
    await scheduleFeedback(context, event);
  },
);

/** Notifies hosts of each new registration. If many people register at the same time, reads the shared data only once. */
const reportRegistrations = (
  scope: Scope,
  events: readonly OutboxEvent<'event_registered'>[],
): Promise<void> =>
  transact(scope, async (context) => {
    const byDate = Map.groupBy(events, ({ payload }) => `${payload.event} ${payload.original}`);
    for (const some of byDate.values()) {
      const [first] = some;
      if (first === undefined) continue;
      const event = await selectPlainEvent(context.db, first.payload.event);
      if (event === undefined || event.is_club_gone) continue;
      const hosts = await hostsOf(context, event, 'officer.newEventRegistration');
      if (hosts.people.length === 0) continue;
      const { original } = first.payload;
      const people = [...new Set(some.map(({ payload }) => payload.person))];
      const still = new Set(
        await queries.selectStillIn(context.db, { event: event.id, original, people }),
      );
      await send(
        context,
        event,
        ...people
          .filter((person) => still.has(person))
          .map((person) => ({
            ...hosts,
            kind: 'event_registered' as const,
            by: person,
            original,
            path: attendeesPath(event.id),
          })),
      );
    }
  });

export const noticeJobs = [
  onEvent('events.ask-feedback', 'event_feedback_due', askFeedback, { timeoutSeconds: 300 }),

  onEvent('events.remind', 'event_reminder_due', remind, { timeoutSeconds: 300 }),

  /** Notifies the club's officers of a new event. The key depends on whether an officer created it. */
  onEvent(
    'events.tell-new',
    'event_published',
    ofEvent<{ event: number; by: number }>(async (context, event, { by }) => {
      const { club_id: club } = event;
      // Officers were already notified when the event was proposed.
      if (club === null || event.proposal !== null) return;
      const people = await queries.selectManagersOf(context.db, club);
      const isOfficer = people.includes(by);
      await send(context, event, {
        kind: 'event_created',
        key: isOfficer ? 'officer.newEventFromOfficer' : 'officer.newEventFromMember',
        people,
        by,
        club,
      });
    }),
  ),

  /** Notifies people who are invited, if they still are. */
  onEvent(
    'events.tell-invited',
    'event_invited',
    ofEvent<{ event: number; people: number[] | null; by: number }>(
      async (context, event, { people, by }) => {
        const { status, audience, ends_at: endsAt } = event;
        if (status !== 'published' || audience !== 'invited' || endsAt <= context.clock.now())
          return;
        const invited = await queries.selectInvited(context.db, event.id, people);
        await send(context, event, { kind: 'event_invited', key: attendees, people: invited, by });
      },
    ),
    { timeoutSeconds: 300 },
  ),

  /** Notifies the people who manage a club's events that the club was asked to co-host an event. */
  onEvent(
    'events.ask-cohosts',
    'event_cohosts_asked',
    ofEvent<{ event: number; clubs: number[]; by: number }>(
      async (context, event, { clubs, by }) => {
        for (const club of clubs)
          await send(context, event, {
            kind: 'event_cohost_asked',
            key: 'officer.newEventFromOfficer',
            people: await queries.selectManagersOf(context.db, club),
            by,
            club,
          });
      },
    ),
  ),

  onEvent(
    'events.tell-change',
    'event_moved',
    ofEvent<{ event: number; original: string | null; by: number }>(
      async (context, event, { original, by }) => {
        if (event.status !== 'published') return;
        const people = await queries.selectPeopleOf(context.db, event.id, original, openStatuses);
        await send(context, event, { kind: 'event_moved', key: attendees, people, by, original });
      },
    ),
    { timeoutSeconds: 300 },
  ),

  onEvent(
    'events.tell-cancellation',
    'event_called_off',
    ofEvent<{
      event: number;
      original: string | null;
      by: number;
      people: number[] | null;
      reason: string;
    }>(async (context, event, { original, by, people, reason }) => {
      const { db } = context;
      // A canceled date has its own page. A date that the rule no longer includes has none.
      const isDate = original !== null && (await isDateCanceled(db, event.id, original));
      const everyone =
        people ?? (await queries.selectPeopleOf(db, event.id, original, openStatuses));
      // Someone who registered for all dates keeps the others, and the ticket.
      const keepsTicket = people === null && original !== null;
      const paid = new Set(
        keepsTicket ? [] : await selectPaidPeople(db, event.id, everyone, original),
      );
      const notice = { key: attendees, by, original: isDate ? original : null, note: reason };
      await send(
        context,
        event,
        {
          ...notice,
          kind: isDate ? 'event_date_called_off' : 'event_called_off',
          people: everyone.filter((one) => !paid.has(one)),
        },
        {
          ...notice,
          kind: isDate ? 'event_date_called_off_refund' : 'event_called_off_refund',
          people: [...paid],
        },
      );
    }),
    { timeoutSeconds: 300 },
  ),

  onEvent('events.tell-deletion', 'event_deleted', (scope, { title, endsAt, people, by }) =>
    transact(scope, async (context) => {
      if (new Date(endsAt) <= context.clock.now()) return;
      await send(
        context,
        { id: 0, title, isGone: true },
        { kind: 'event_called_off', key: attendees, people, by, path: '/events' },
      );
    }),
  ),

  onEvent(
    'events.tell-promotion',
    'event_promoted',
    ofEvent<{ event: number; original: string; people: number[] }>(
      async (context, event, { original, people }) => {
        for (const person of people) {
          const now = await queries.selectStatusOf(context.db, event.id, original, person);
          if (now?.status !== 'registered' && now?.status !== 'offered') continue;
          const isOffer = now.status === 'offered';
          await send(context, event, {
            kind: isOffer ? 'event_offered' : 'event_promoted',
            key: attendees,
            people: [person],
            by: null,
            original,
          });
          if (!isOffer)
            await sendToHosts(context, event, {
              kind: 'event_promotion',
              key: 'officer.promotionToEventMainList',
              by: person,
              original,
              path: attendeesPath(event.id),
            });
        }
      },
    ),
    { timeoutSeconds: 300 },
  ),

  onEvent(
    'events.tell-lost-offer',
    'event_offer_over',
    ofEvent<{ event: number; original: string; people: number[] }>(
      async (context, event, { original, people }) =>
        send(context, event, {
          kind: 'event_offer_over',
          key: attendees,
          people,
          by: null,
          original,
        }),
    ),
  ),

  onEventsTogether('events.tell-registration', 'event_registered', reportRegistrations),

  onEvent(
    'events.tell-decision',
    'event_decided',
    ofEvent<{
      event: number;
      original: string;
      people: number[];
      by: number;
      status: 'registered' | 'waiting' | 'declined' | 'canceled';
      reason: string;
    }>(async (context, event, { original, people, by, status, reason }) => {
      if (status === 'waiting') return;
      await send(context, event, {
        kind: status === 'registered' ? 'event_accepted' : 'event_declined',
        key: attendees,
        people,
        by,
        original,
        note: reason,
      });
    }),
  ),
];
