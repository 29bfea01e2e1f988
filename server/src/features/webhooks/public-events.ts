import type { WebhookData } from '#contract/webhooks/endpoints.ts';
import type { EventKind, Events } from '../../kernel/jobs/outbox.ts';

/** The public form of an event. */
export type PublicEvent = {
  [K in keyof WebhookData]: { readonly type: K; readonly data: WebhookData[K] };
}[keyof WebhookData];

const id = String;
const idOrNull = (given: number | null): string | null => (given === null ? null : id(given));
const all = (people: readonly number[]): string[] => people.map(id);

type ClubPerson = 'club_joined' | 'club_left' | 'club_requested' | 'club_officer_added';
const ofMember =
  (
    type:
      | 'club.member_joined'
      | 'club.member_left'
      | 'club.membership_requested'
      | 'club.officer_added',
  ) =>
  ({ club, user }: Events[ClubPerson]): PublicEvent => ({
    type,
    data: { club: id(club), uid: id(user) },
  });

const ofElection =
  (
    type:
      | 'election.announced'
      | 'election.opened'
      | 'election.extended'
      | 'election.canceled'
      | 'election.results_published',
  ) =>
  ({ election }: { readonly election: number }): PublicEvent => ({
    type,
    data: { election: id(election) },
  });

const ofOrder =
  (type: 'order.paid' | 'order.ready' | 'order.refund_requested' | 'order.refund_declined') =>
  ({ order }: { readonly order: number }): PublicEvent => ({ type, data: { order: id(order) } });

const ofPerson =
  (type: 'person.added' | 'person.changed' | 'person.suspended' | 'person.erased') =>
  ({ userId }: { readonly userId: number }): PublicEvent => ({ type, data: { uid: id(userId) } });

const ofPost =
  (type: 'post.published' | 'post.changed' | 'post.deleted') =>
  ({ post, club }: { readonly post: number; readonly club: number | null }): PublicEvent => ({
    type,
    data: { post: id(post), club: idOrNull(club) },
  });

const submissionTypes: {
  readonly [
    K in Events['submission_moved']['kind']
  ]?: `submission.${'waiting' | 'changes_requested' | 'approved' | 'denied'}`;
} = {
  submission_waiting: 'submission.waiting',
  submission_changes_requested: 'submission.changes_requested',
  submission_approved: 'submission.approved',
  submission_denied: 'submission.denied',
};

/**
 * The events that webhooks can receive, and their public form. Ballots, nominations, anonymous responses, chats, blocks, reports and passwords
 * are never sent.
 */
const publicForms: {
  readonly [K in EventKind]?: (payload: Events[K]) => PublicEvent | undefined;
} = {
  connection_requested: ({ from, to }) => ({
    type: 'connection.requested',
    data: { from: id(from), to: id(to) },
  }),
  connection_accepted: ({ by, of }) => ({
    type: 'connection.accepted',
    data: { by: id(by), of: id(of) },
  }),
  connection_ended: ({ by, other }) => ({
    type: 'connection.ended',
    data: { by: id(by), other: id(other) },
  }),
  person_added: ofPerson('person.added'),
  profile_changed: ofPerson('person.changed'),
  privacy_changed: ofPerson('person.changed'),
  person_disabled: ofPerson('person.suspended'),
  person_erased: ofPerson('person.erased'),
  import_stored: (payload) => ({ type: 'import.stored', data: { id: id(payload.import) } }),
  import_undone: (payload) => ({ type: 'import.undone', data: { id: id(payload.import) } }),
  club_joined: ofMember('club.member_joined'),
  club_left: ofMember('club.member_left'),
  club_requested: ofMember('club.membership_requested'),
  club_officer_added: ofMember('club.officer_added'),
  club_deleted: ({ club }) => ({ type: 'club.deleted', data: { club: id(club) } }),
  post_published: ofPost('post.published'),
  // With the public counts, the time of a vote would reveal the choice.
  post_changed: (payload) => (payload.isVote ? undefined : ofPost('post.changed')(payload)),
  post_deleted: ofPost('post.deleted'),
  comment_written: ({ comment, post, club }) => ({
    type: 'comment.created',
    data: { comment: id(comment), post: id(post), club: idOrNull(club) },
  }),
  event_published: ({ event, club }) => ({
    type: 'event.published',
    data: { event: id(event), club: idOrNull(club) },
  }),
  event_moved: ({ event, original }) => ({
    type: 'event.moved',
    data: { event: id(event), occurrence: original },
  }),
  event_called_off: ({ event, original }) => ({
    type: 'event.canceled',
    data: { event: id(event), occurrence: original },
  }),
  event_registered: ({ event, original, person }) => ({
    type: 'event.registration_changed',
    data: { event: id(event), occurrence: original, uids: [id(person)] },
  }),
  event_decided: ({ event, original, people }) => ({
    type: 'event.registration_changed',
    data: { event: id(event), occurrence: original, uids: all(people) },
  }),
  event_attended: ({ event, original, people }) => ({
    type: 'event.checked_in',
    data: { event: id(event), occurrence: original, uids: all(people) },
  }),
  booking_changed: ({ booking, act }) => ({
    type: 'booking.changed',
    data: { booking: id(booking), change: act },
  }),
  order_paid: ofOrder('order.paid'),
  order_ready: ofOrder('order.ready'),
  order_refunded: ({ order, refund }) => ({
    type: 'order.refunded',
    data: { order: id(order), refund: id(refund) },
  }),
  refund_requested: ofOrder('order.refund_requested'),
  refund_declined: ofOrder('order.refund_declined'),
  submission_moved: ({ kind, submission }) => {
    const type = submissionTypes[kind];
    return type && { type, data: { submission: id(submission) } };
  },
  survey_published: ({ survey, club }) => ({
    type: 'survey.published',
    data: { survey: id(survey), club: id(club) },
  }),
  survey_answered: ({ survey, club, person }) =>
    person === null
      ? undefined
      : { type: 'survey.answered', data: { survey: id(survey), club: id(club), uid: id(person) } },
  election_announced: ofElection('election.announced'),
  election_opened: ofElection('election.opened'),
  election_extended: ofElection('election.extended'),
  election_canceled: ofElection('election.canceled'),
  election_published: ofElection('election.results_published'),
  record_noticed: ({ kind, item, people }) => ({
    type: 'record.changed',
    data: { change: kind, item: id(item), uids: all(people) },
  }),
  job_opened: ({ job, club }) => ({
    type: 'job.opened',
    data: { job: id(job), club: idOrNull(club) },
  }),
};

// The cast restores the type of the keys.
export const publicKinds = Object.keys(publicForms) as EventKind[];

/** Returns the public form of an event. Undefined if it isn't public. */
export const publicForm = <K extends EventKind>(
  kind: K,
  payload: Events[K],
): PublicEvent | undefined => publicForms[kind]?.(payload);
