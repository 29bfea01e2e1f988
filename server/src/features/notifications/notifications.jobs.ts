import { transact, type Scope } from '../../kernel/context.ts';
import { liveSource } from '../../kernel/live/live-sources.ts';
import { onEvent, onEventsTogether, onEventWithNumber } from '../../kernel/jobs/event-handler.ts';
import { batchSeconds, onMessages, onRead } from './chat-items/message-items.ts';
import { onAnnouncementDeleted, onCourseNews } from './delivery-log/course-news.ts';
import {
  onBookingChanged,
  onBookingFreed,
  onBookingHeld,
  onBookingNear,
} from './delivery-log/booking-events.ts';
import { onCalendarAlert } from './delivery-log/calendar-alerts.ts';
import {
  answers,
  onAcceptances,
  onConnectionEnds,
  onRequests,
  requests,
} from './delivery-log/connection-events.ts';
import { takeOut } from './delivery-log/notify.ts';
import {
  onClubApplication,
  onSubmissionMoved,
  onSubmissionSettled,
} from './delivery-log/submission-events.ts';
import { onClubAnswered } from './delivery-log/club-answers.ts';
import { onEventNotice } from './delivery-log/event-notices.ts';
import { deleteListOf, lockListsThere } from './delivery-log/delivery-log.queries.ts';
import { listBroadcasts } from './delivery-log/list-broadcasts.ts';
import {
  onSurveyAnswered,
  onSurveyDenied,
  onSurveyPublished,
  onSurveyReminded,
  onSurveyWidened,
} from './delivery-log/survey-events.ts';
import { onRecordNotice } from './delivery-log/record-news.ts';
import { mailDue } from './mails/mail-due.ts';
import { claimMinutes } from './notifications.rules.ts';
import {
  onClubPerson,
  onClubRequestsAnswered,
  onComment,
  onLikes,
  onMention,
  onPost,
} from './post-items/post-events.ts';
import { deletePreferencesOf } from './preferences/preferences.queries.ts';
import { pushDue } from './push/push-due.ts';
import { deleteDevicesOf } from './push/push.queries.ts';

/** Runs the work for one person after another, and throws errors at the end. */
const forEach = async (
  scope: Scope,
  people: readonly number[],
  work: (scope: Scope, user: number) => Promise<void>,
): Promise<void> => {
  let failure: unknown;
  for (const user of people)
    await work(scope, user).catch((error: unknown) => {
      failure ??= error;
    });
  if (failure !== undefined) throw failure;
};

export const notificationsJobs = [
  onEventsTogether('notifications.tell-request', 'connection_requested', onRequests),
  onEventsTogether('notifications.tell-acceptance', 'connection_accepted', onAcceptances),
  onEventsTogether('notifications.end-request', 'connection_ended', onConnectionEnds),

  onEventWithNumber(
    'notifications.tell-messages',
    'message_written',
    (scope) => onMessages(scope),
    { batchSeconds },
  ),
  onEvent('notifications.read-conversation', 'conversation_read', onRead, { concurrency: 4 }),

  /** A survey for the whole school notifies thousands of people. */
  onEventWithNumber('notifications.tell-survey', 'survey_published', onSurveyPublished, {
    timeoutSeconds: 900,
  }),
  onEventWithNumber('notifications.tell-survey-widened', 'survey_widened', onSurveyWidened, {
    timeoutSeconds: 900,
  }),
  onEventWithNumber('notifications.tell-survey-reminder', 'survey_reminded', onSurveyReminded, {
    timeoutSeconds: 900,
  }),
  onEventWithNumber('notifications.tell-survey-answer', 'survey_answered', onSurveyAnswered),
  onEventWithNumber('notifications.tell-survey-denial', 'survey_answer_denied', onSurveyDenied),
  /** One post can notify thousands of people. */
  onEventWithNumber('notifications.tell-post', 'post_published', onPost, { timeoutSeconds: 900 }),
  onEventWithNumber('notifications.tell-mention', 'people_mentioned', onMention),
  onEventWithNumber('notifications.tell-comment', 'comment_written', onComment),
  onEventsTogether('notifications.tell-post-like', 'post_liked', onLikes),
  onEventsTogether('notifications.tell-comment-like', 'comment_liked', onLikes),
  onEventWithNumber('notifications.tell-club-member', 'club_joined', onClubPerson),
  onEventWithNumber('notifications.tell-club-request', 'club_requested', onClubPerson),
  onEventWithNumber('notifications.tell-club-officer', 'club_officer_added', onClubPerson),
  onEventWithNumber('notifications.tell-club-answer', 'club_answered', onClubAnswered),
  onEventWithNumber('notifications.settle-club-request', 'club_answered', onClubRequestsAnswered),
  onEventWithNumber('notifications.tell-event', 'event_notice', onEventNotice, {
    timeoutSeconds: 300,
  }),
  onEventWithNumber('notifications.tell-course', 'course_news', onCourseNews, {
    timeoutSeconds: 300,
  }),
  onEvent(
    'notifications.end-course-announcement',
    'course_announcement_deleted',
    onAnnouncementDeleted,
  ),
  onEventWithNumber('notifications.tell-record', 'record_noticed', onRecordNotice),
  onEventWithNumber('notifications.tell-submission', 'submission_moved', onSubmissionMoved),
  onEventWithNumber(
    'notifications.tell-club-application',
    'club_application_announced',
    onClubApplication,
  ),
  onEvent('notifications.settle-submission', 'submission_settled', onSubmissionSettled),

  onEventWithNumber('notifications.tell-booking', 'booking_changed', onBookingChanged),
  onEventWithNumber('notifications.tell-booking-near', 'booking_near', onBookingNear),
  onEventWithNumber('notifications.tell-booking-freed', 'booking_freed', onBookingFreed),
  onEventWithNumber('notifications.tell-booking-held', 'booking_held', onBookingHeld),
  onEventWithNumber('notifications.tell-calendar-alert', 'calendar_entry_due', onCalendarAlert),

  /** Deletes unread notifications about a blocked person. */
  onEvent('notifications.part-blocked', 'person_blocked', (scope, { by, person }) =>
    transact(scope, async (context) => {
      const pairs = [
        { user: by, actor: person },
        { user: person, actor: by },
      ];
      await lockListsThere(context.db, [by, person]);
      await takeOut(context, pairs, [requests, answers], 'deleted');
    }),
  ),

  /** Pushes and emails wait for other servers. A job that takes longer than its claim counts as crashed. */
  onEvent(
    'notifications.deliver',
    'notification_due',
    (scope, { people, platform }) =>
      forEach(scope, people, platform === 'mobile' ? pushDue : mailDue),
    { concurrency: 8, timeoutSeconds: claimMinutes * 60 },
  ),

  onEvent('notifications.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, async ({ db }) => {
      await deleteListOf(db, userId);
      await deletePreferencesOf(db, userId);
      await deleteDevicesOf(db, userId);
    }),
  ),
];

export const notificationsSources = [
  liveSource('notifications_changed', ({ lists }) => listBroadcasts(lists), { isBroadcast: true }),
];
