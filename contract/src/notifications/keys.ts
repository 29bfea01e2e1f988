/** Platforms that notifications are delivered on. `mobile`: web push, on phones and computers. */
export const platforms = ['in_app', 'mobile', 'email'] as const;
export type Platform = (typeof platforms)[number];

export const notificationCategories = ['academic', 'general', 'groups'] as const;
export type NotificationCategory = (typeof notificationCategories)[number];

/** The part of the preferences that a key belongs to. The category `groups` has a part for each of two roles. */
export const keyPlaces = ['academic', 'general', 'member', 'officer'] as const;
export type KeyPlace = (typeof keyPlaces)[number];

/** Default if neither the school nor the person has set a value: in the app, on devices, by email. */
interface ByDefault {
  readonly in_app: boolean;
  readonly mobile: boolean;
  readonly email: boolean;
}

/** For requests that wait for the person, and dates that are near: every platform. */
const urgent: ByDefault = { in_app: true, mobile: true, email: true };
/** For personal messages: platforms that the person checks anyway. Private texts aren't emailed. */
const personal: ByDefault = { in_app: true, mobile: true, email: false };
/** For news that can wait. */
const quiet: ByDefault = { in_app: true, mobile: false, email: false };
/** For news that fits in a digest. */
const digested: ByDefault = { in_app: true, mobile: false, email: true };

/** All keys of the preferences (product text §3) with their defaults. Some features aren't built yet. */
export const notificationKeys = {
  academic: {
    assignmentDueDates: urgent,
    courseAnnouncements: urgent,
    grades: personal,
    quizDates: urgent,
  },
  general: {
    approvals: urgent,
    // Each meeting already sends an email for the calendar.
    bookings: personal,
    // People who set an alert want it on their phone. An email would arrive too late.
    calendarAlerts: personal,
    chat: personal,
    commentLikes: quiet,
    commentsOnCommentedPosts: quiet,
    connectionRequests: urgent,
    events: urgent,
    postLikes: quiet,
    schoolFeedPosts: quiet,
    surveyAnswered: quiet,
  },
  member: { commentsOnForumPost: quiet, postsOnGroupFeed: quiet, postsOnNews: digested },
  officer: {
    anonymousSurveySubmission: quiet,
    budgetSubmissionRejected: urgent,
    eventReminder: urgent,
    newEventFromMember: digested,
    newEventFromOfficer: digested,
    newEventRegistration: quiet,
    newJob: quiet,
    newMember: digested,
    newMemberRequiresValidation: urgent,
    newOfficer: digested,
    newStorePurchase: quiet,
    newsCreated: quiet,
    promotionToEventMainList: personal,
    refundRequestReceived: urgent,
    surveyAnswered: quiet,
    surveySubmissionDenied: digested,
  },
} as const satisfies Record<KeyPlace, Record<string, ByDefault>>;

type KeysOf<P extends KeyPlace> = keyof (typeof notificationKeys)[P] & string;
export type AcademicKey = KeysOf<'academic'>;
export type GeneralKey = KeysOf<'general'>;
export type MemberKey = KeysOf<'member'>;
export type OfficerKey = KeysOf<'officer'>;

/** A key with its place: the single name of a key. */
export type NotificationKey = { [P in KeyPlace]: `${P}.${KeysOf<P>}` }[KeyPlace];

const names = <P extends KeyPlace>(place: P) =>
  Object.keys(notificationKeys[place]) as [KeysOf<P>, ...KeysOf<P>[]];
/** The keys of each place, in the order of the product text. */
export const keysOf: { readonly [P in KeyPlace]: readonly [KeysOf<P>, ...KeysOf<P>[]] } = {
  academic: names('academic'),
  general: names('general'),
  member: names('member'),
  officer: names('officer'),
};

/** Keys of features that are built. */
export const firingKeys = [
  'academic.assignmentDueDates',
  'academic.courseAnnouncements',
  'academic.grades',
  'academic.quizDates',
  'general.approvals',
  'general.bookings',
  'general.calendarAlerts',
  'general.chat',
  'general.commentLikes',
  'general.commentsOnCommentedPosts',
  'general.connectionRequests',
  'general.events',
  'general.postLikes',
  'general.schoolFeedPosts',
  'general.surveyAnswered',
  'member.commentsOnForumPost',
  'member.postsOnGroupFeed',
  'member.postsOnNews',
  'officer.anonymousSurveySubmission',
  'officer.eventReminder',
  'officer.newEventFromMember',
  'officer.newEventFromOfficer',
  'officer.newEventRegistration',
  'officer.newMember',
  'officer.newMemberRequiresValidation',
  'officer.newOfficer',
  'officer.newsCreated',
  'officer.promotionToEventMainList',
  'officer.surveyAnswered',
  'officer.surveySubmissionDenied',
] as const satisfies readonly NotificationKey[];

export const categoryOf = (place: KeyPlace): NotificationCategory =>
  place === 'academic' || place === 'general' ? place : 'groups';

/** Types of events. Each has a sentence in the messages of the web app and in the phrases of emails. */
export const notificationKinds = [
  'connection_requested',
  'connection_accepted',
  'message_written',
  'survey_published',
  'survey_reminder',
  'survey_answered',
  'survey_answer_denied',
  'school_posted',
  'club_posted',
  'club_announced',
  'news_posted',
  'news_created',
  'topic_commented',
  'post_commented',
  'post_mentioned',
  'club_mentioned',
  'comment_mentioned',
  'post_liked',
  'comment_liked',
  'member_joined',
  'member_requested',
  'officer_added',
  'submission_waiting',
  'submission_reminder',
  'submission_commented',
  'submission_changes_requested',
  'submission_approved',
  'submission_denied',
  'club_accepted',
  'club_declined',
  'club_invited',
  'club_position_given',
  'club_officer_asked',
  'club_renewal_due',
  'club_frozen',
  'club_frozen_by_staff',
  'booking_made',
  'booking_requested',
  'booking_confirmed',
  'booking_moved',
  'booking_canceled',
  'booking_near',
  'booking_freed',
  'booking_held',
  'calendar_alert',
  'event_reminder',
  'event_feedback',
  'event_moved',
  'event_called_off',
  'event_date_called_off',
  'event_promoted',
  'event_offered',
  'event_offer_over',
  'event_promotion',
  'event_registered',
  'event_created',
  'event_invited',
  'event_cohost_asked',
  'event_proposed',
  'event_published',
  'event_refused',
  'event_accepted',
  'event_declined',
  'course_work_added',
  'course_work_moved',
  'course_work_near',
  'course_announced',
  'course_graded',
  'badge_awarded',
  'badge_revoked',
  'experience_revoked',
  'document_revoked',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Content that a notification can link to. */
export const notificationTargets = ['post', 'club'] as const;
export type NotificationTargetKind = (typeof notificationTargets)[number];

/** Email frequency: immediately, or combined. */
export const mailFrequencies = ['instant', 'hourly', 'daily', 'weekly'] as const;
export type MailFrequency = (typeof mailFrequencies)[number];

/** Local hour for daily digests, and for weekly ones on Mondays. */
export const digestHour = 8;

const postPath = (id: string): string => `/post?id=${encodeURIComponent(id)}`;

/** Returns the path of a notification in the app. */
export const notificationPath = (item: {
  kind: NotificationKind;
  people: readonly { uid: string }[];
  peopleCount: number;
  conversation: { id: string } | null;
  about: { path: string } | null;
  club: { id: string } | null;
  target: { kind: NotificationTargetKind; id: string } | null;
}): string => {
  if (item.about !== null) return item.about.path;
  const club = item.club === null ? '/clubs' : `/clubs/${encodeURIComponent(item.club.id)}`;
  switch (item.kind) {
    case 'school_posted':
      return item.peopleCount > 1 || item.target === null ? '/' : postPath(item.target.id);
    case 'club_posted':
    case 'club_announced':
      return item.peopleCount > 1 || item.target === null ? club : postPath(item.target.id);
    case 'news_posted':
    case 'news_created':
    case 'topic_commented':
    case 'post_commented':
    case 'post_mentioned':
    case 'club_mentioned':
    case 'comment_mentioned':
    case 'post_liked':
    case 'comment_liked':
      return item.target === null ? '/' : postPath(item.target.id);
    case 'member_joined':
    case 'member_requested':
      return `${club}/manage?section=members`;
    case 'officer_added':
      return club;
    default:
  }
  if (item.kind === 'message_written')
    return item.conversation === null
      ? '/chat'
      : `/chat/${encodeURIComponent(item.conversation.id)}`;
  const [first] = item.people;
  if (item.kind === 'connection_accepted' && item.peopleCount === 1 && first !== undefined)
    return `/student_profile?uid=${encodeURIComponent(first.uid)}`;
  return item.kind === 'connection_requested'
    ? '/connections?list=incoming'
    : '/connections?list=connected';
};

/** Maximum IDs in one call, and maximum notifications that it marks. */
export const idsMax = 1_000;
/** Items in one `changes` answer. Clients that are further behind read the list again. */
export const itemChangesMax = 200;
/** Maximum devices of one person. */
export const devicesMax = 20;
/** Days until notifications are removed, and days in which deleted ones can be restored. */
export const retentionDays = { items: 90, deleted: 30 } as const;
