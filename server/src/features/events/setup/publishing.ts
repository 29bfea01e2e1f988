import { eventLimits, reminderChoices, type ReminderMinutes } from '#contract/events/limits.ts';
import { permissionsIn } from '../../../kernel/access.ts';
import { memberOf, type Context } from '../../../kernel/context.ts';
import type { ApprovalContent, ApprovalKind } from '../../../kernel/feature.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { day, minute } from '../../../kernel/time/local-time.ts';
import {
  nextReminder,
  reminderAt,
  occurrencesOf,
  reminderOf,
  type Series,
} from '../../../kernel/time/series.ts';
import { submit } from '../../approvals/submissions.ts';
import { startsOf } from '../event-times.ts';
import { reserveRoom } from '../rooms/event-rooms.ts';
import { selectPlainEvent, updateEvent, type PlainEvent } from '../events.queries.ts';
import { hasApprovalSteps, selectAskedClubs } from './setup.queries.ts';

/* Publishes events: immediately, or after the school's approval steps. */

/**
 * Schedules the reminders of an event's next date, one per choice. Each one schedules the next. The revision invalidates reminders of
 * changed times.
 */
export const scheduleReminders = async (
  context: Context,
  { id, series, revision }: { id: number; series: Series; revision: number },
  choices: readonly ReminderMinutes[] = reminderChoices,
): Promise<void> => {
  const after = context.clock.now().getTime();
  for (const minutes of choices) {
    const next = nextReminder(series, reminderOf(minutes), after);
    if (next !== undefined)
      await emit(
        context,
        'event_reminder_due',
        {
          event: id,
          original: next.occurrence.original,
          startsAt: new Date(next.occurrence.startsAt).toISOString(),
          minutes,
          revision,
        },
        new Date(next.at),
      );
  }
};

/**
 * Schedules a reminder in place of those that were already due when an event was created or moved: an hour before the start, or halfway to
 * it if less time is left.
 */
export const scheduleLateReminder = async (
  context: Context,
  { id, series, revision }: { id: number; series: Series; revision: number },
): Promise<void> => {
  const now = context.clock.now().getTime();
  const next = occurrencesOf(series, { from: now, to: now + day }, 50).find(
    ({ startsAt }) => startsAt > now,
  );
  if (next === undefined) return;
  const isMissed = (minutes: number) => reminderAt(series, next, reminderOf(minutes)) <= now;
  const missed = reminderChoices.filter(isMissed);
  const ahead = reminderChoices.filter((minutes) => !isMissed(minutes));
  const [minutes] = missed;
  if (minutes === undefined) return;
  const { original, startsAt } = next;
  const at = Math.max(startsAt - 60 * minute, now + (startsAt - now) / 2);
  await emit(
    context,
    'event_reminder_due',
    {
      event: id,
      original,
      startsAt: new Date(startsAt).toISOString(),
      minutes,
      revision,
      late: { missed, ahead },
    },
    new Date(at),
  );
};

/** Schedules the feedback request after an event's next date, if it has a survey. Each one schedules the next. */
export const scheduleFeedback = async (
  context: Context,
  {
    id,
    series,
    revision,
    survey_id: survey,
  }: Pick<PlainEvent, 'id' | 'series' | 'revision' | 'survey_id'>,
): Promise<void> => {
  if (survey === null) return;
  const after = context.clock.now().getTime();
  const window = { from: after, to: after + eventLimits.windowDays * day };
  const next = occurrencesOf(series, window, 50)
    .toSorted((a, b) => a.endsAt - b.endsAt)
    .find(({ endsAt }) => endsAt > after);
  if (next === undefined) return;
  const { original, endsAt } = next;
  const due = new Date(endsAt);
  await emit(
    context,
    'event_feedback_due',
    { event: id, original, endsAt: due.toISOString(), revision },
    due,
  );
};

/** Asks the clubs that should cohost an event and haven't answered. Unpublished events ask no one. */
export const askCohosts = async (context: Context, event: number, by: number): Promise<void> => {
  const clubs = await selectAskedClubs(context.db, event);
  if (clubs.length > 0) await emit(context, 'event_cohosts_asked', { event, clubs, by });
};

/** Makes an event visible to its audience. */
export const publish = async (context: Context, id: number): Promise<void> => {
  const now = context.clock.now();
  const event = orNotFound(await selectPlainEvent(context.db, id));
  await updateEvent(context.db, id, { status: 'published', published_at: now }, now);
  await reserveRoom(context, id);
  const by = event.created_by ?? memberOf(context).userId;
  await emit(context, 'event_published', { event: id, club: event.club_id, by });
  if (event.audience === 'invited')
    await emit(context, 'event_invited', { event: id, people: null, by });
  await askCohosts(context, id, by);
  await scheduleReminders(context, event);
  await scheduleLateReminder(context, event);
  await scheduleFeedback(context, event);
};

/** Returns an event's content for reviewers. */
export const describe = async (context: Context, subject: number): Promise<ApprovalContent> => {
  const event = orNotFound(await selectPlainEvent(context.db, subject));
  const [first] = startsOf(event.series);
  const lines = [
    { key: 'title', label: 'Title', value: event.title },
    {
      key: 'time',
      label: 'Time',
      value:
        first === undefined
          ? ''
          : `${first.start.replace('T', ' ').slice(0, 16)} – ${first.end.replace('T', ' ').slice(0, 16)} (${event.series.zone})${event.series.rule === null ? '' : `, ${event.series.rule}`}`,
    },
    {
      key: 'place',
      label: 'Place',
      value: [event.location, event.address].filter((part) => part !== '').join(', '),
    },
    { key: 'audience', label: 'Audience', value: event.audience },
    {
      key: 'capacity',
      label: 'Capacity',
      value: event.capacity === null ? '' : String(event.capacity),
    },
    {
      key: 'description',
      label: 'Description',
      value: event.description.replace(/<[^>]+>/g, ' ').trim(),
    },
  ];
  return {
    title: event.title,
    link: `/events/${subject}`,
    club: event.club_id,
    fields: lines.filter(({ value }) => value !== ''),
  };
};

const backToDraft = async (context: Context, { subject }: { subject: number }): Promise<void> => {
  const event = await selectPlainEvent(context.db, subject);
  if (event?.status !== 'in_approval') return;
  await updateEvent(context.db, subject, { status: 'draft' }, context.clock.now());
  await reserveRoom(context, subject);
};

/** Notifies the proposer of the result of the school's steps. They already know the officers' decision. */
const notifyProposer = async (
  context: Context,
  { id, title, proposal, proposed_by: proposer }: PlainEvent,
  kind: 'event_published' | 'event_refused',
): Promise<void> => {
  if (proposal !== 'accepted' || proposer === null) return;
  await emit(context, 'event_notice', {
    kind,
    key: 'general.events',
    collapseKey: `event:${id}::${kind}`,
    title,
    path: `/events/${id}`,
    event: id,
    group: null,
    people: [proposer],
    by: memberOf(context).userId,
  });
};

/** An event that waits for the school's steps. */
export const eventKind: ApprovalKind = {
  kind: 'event',
  name: 'Event',
  isOfClub: true,
  describe,
  onApproved: async (context, { subject }) => {
    const event = await selectPlainEvent(context.db, subject);
    if (event?.status !== 'in_approval' && event?.status !== 'draft') return;
    await publish(context, subject);
    await notifyProposer(context, event, 'event_published');
  },
  onDenied: async (context, outcome) => {
    await backToDraft(context, outcome);
    const event = await selectPlainEvent(context.db, outcome.subject);
    if (event !== undefined) await notifyProposer(context, event, 'event_refused');
  },
  onChangesRequested: backToDraft,
  onWithdrawn: backToDraft,
};

/** Returns whether the caller manages all events of the school, so that their events need no approval. */
export const managesAll = async (context: Context): Promise<boolean> =>
  (await permissionsIn(context, 'school', [0]))(0).has('events.manage_all');

/** Publishes a draft, or submits it to the school's steps if they apply to the caller. Returns true if it was submitted. */
export const publishOrSubmit = async (context: Context, id: number): Promise<boolean> => {
  const { db, clock } = context;
  const isSubmitted = !(await managesAll(context)) && (await hasApprovalSteps(db, eventKind.kind));
  if (!isSubmitted) {
    await publish(context, id);
    return false;
  }
  await updateEvent(db, id, { status: 'in_approval' }, clock.now());
  await submit(context, eventKind, id);
  await reserveRoom(context, id);
  return true;
};
