import type {
  Conversation,
  ConversationState,
  Participant,
} from '#contract/chat/conversations.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { faceView, fileUrl } from '../people/people.views.ts';
import type { ListedRow, ParticipantRow, MembershipRow, StateRow } from './chat.queries.ts';
import {
  canAdd,
  canLeave,
  canManage,
  canModerate,
  endOf,
  sendPermissionIn,
  showsReceipts,
  type ChatUser,
} from './chat.rules.ts';
import type { Signer } from '../uploads/upload-address.ts';
import type { MessageRow } from './messages/messages.queries.ts';
import { messageView, type MessageViewer } from './messages/messages.views.ts';

/** Converts a conversation's state. People who have left don't learn of later messages. */
export const stateView = (row: StateRow, end = row.last_seq): ConversationState => ({
  id: String(row.id),
  kind: row.kind,
  name: row.name,
  pictureUrl: fileUrl(row.picture),
  lastSeq: end,
  change: row.change,
  participantCount: row.participant_count,
});

/** Returns the viewer's part of a message's visibility. `hidden`: people hidden by a block. */
export const messageViewerOf = (
  membership: Pick<MembershipRow, 'first_seq' | 'left_seq' | 'shows_receipts'>,
  hidden: ReadonlySet<number>,
): MessageViewer => ({
  hidden,
  firstSeq: membership.first_seq,
  leftSeq: membership.left_seq,
  seesReceipts: membership.shows_receipts && membership.left_seq === null,
});

/** Converts a participant. Read marks are shown in small conversations if both people allow it. People who have left have none. */
export const participantView = (
  row: ParticipantRow,
  state: Pick<StateRow, 'participant_count'>,
  viewer: MessageViewer,
): Participant => {
  const showsReceipt =
    row.left_seq === null && showsReceipts(state) && row.shows_receipts && viewer.seesReceipts;
  return {
    ...faceView(row),
    role: row.role,
    readSeq: showsReceipt ? row.read_seq : 0,
    arrivedSeq: showsReceipt ? Math.max(row.delivered_seq, row.read_seq) : 0,
    hasLeft: row.left_seq !== null && row.left_seq <= (viewer.leftSeq ?? row.left_seq),
    change: row.change,
  };
};

/** Converts a conversation for the list. */
export const conversationView = (
  signer: Signer,
  viewContext: { me: ChatUser; connect: boolean; hidden: ReadonlySet<number>; now: Date },
  row: ListedRow,
  last: MessageRow | undefined,
): Conversation => {
  const permission = sendPermissionIn(viewContext.me, viewContext.connect, row, viewContext.now);
  const people: Face[] = (row.people ?? []).map(faceView);
  const runs = canManage(row);
  return {
    ...stateView(row, endOf(row)),
    people,
    lastMessage:
      last === undefined
        ? null
        : messageView(signer, last, messageViewerOf(row, viewContext.hidden)),
    activeAt: row.last_at.toISOString(),
    firstSeq: row.first_seq,
    endSeq: row.left_seq,
    readSeq: row.read_seq,
    unread: row.unread,
    isMentioned: row.is_mentioned,
    mutedUntil: row.muted_until?.toISOString() ?? null,
    isPinned: row.is_pinned,
    isArchived: row.is_archived,
    isRequest: row.own_request_state === 'waiting',
    draft: row.draft,
    role: row.role,
    isCourse: row.is_course,
    can: {
      send: 'may' in permission,
      sendRefusal: 'may' in permission ? null : permission.denied,
      rename: runs,
      addPeople: canAdd(row),
      removePeople: runs,
      leave: canLeave(row),
      moderate: canModerate(row),
    },
  };
};
