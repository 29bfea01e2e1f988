import type { ConversationEvent, Message } from '#contract/chat/messages.endpoints.ts';
import { linkPreviewView } from '../../link-previews/link-previews.views.ts';
import { faceView } from '../../people/people.views.ts';
import type { Signer } from '../../uploads/upload-address.ts';
import { inConversation } from './message-uploads.queries.ts';
import { uploadView } from '../../uploads/uploads.views.ts';
import type { MessageRow } from './messages.queries.ts';

/** The viewer's part of a message's visibility. */
export interface MessageViewer {
  /** People that a block hides from the viewer. */
  readonly hidden: ReadonlySet<number>;
  /** The first message that the viewer can see. */
  readonly firstSeq: number;
  /** The last message, for a viewer who has left. */
  readonly leftSeq: number | null;
  /** False for people who hide read marks or have left. */
  readonly seesReceipts: boolean;
}

/** A viewer without blocks, who joined at the first message and shows read marks. Broadcasts are for such viewers. */
export const defaultViewer: MessageViewer = {
  hidden: new Set(),
  firstSeq: 0,
  leftSeq: null,
  seesReceipts: true,
};

const eventView = ({ event, event_people }: MessageRow): ConversationEvent | null => {
  if (event === null) return null;
  const { kind } = event;
  if (kind === 'renamed') return { kind, name: event.name ?? '' };
  return kind === 'added' || kind === 'removed' || kind === 'owner'
    ? { kind, people: (event_people ?? []).map(faceView) }
    : { kind };
};

/** Converts a message for one viewer. */
export const messageView = (signer: Signer, row: MessageRow, viewer: MessageViewer): Message => {
  const base = {
    id: String(row.id),
    conversation: String(row.conversation_id),
    seq: row.seq,
    change: row.change,
    author: String(row.author_id),
    sentAt: row.sent_at.toISOString(),
  };
  if (viewer.hidden.has(row.author_id) && row.event === null)
    return {
      ...base,
      clientId: null,
      text: '',
      editedAt: null,
      deleted: null,
      event: null,
      replyTo: null,
      forwarded: false,
      mentions: [],
      reactions: [],
      files: [],
      preview: null,
      hidden: true,
    };
  const { reply, preview } = row;
  const isQuoteSeen =
    reply !== null && reply.seq >= viewer.firstSeq && !viewer.hidden.has(reply.author);
  return {
    ...base,
    clientId: row.client_id,
    text: row.text,
    editedAt: row.edited_at?.toISOString() ?? null,
    deleted: row.deleted,
    event: eventView(row),
    replyTo: reply && {
      seq: reply.seq,
      author: String(reply.author),
      text: isQuoteSeen ? reply.text : '',
      deleted: reply.deleted,
    },
    forwarded: row.forwarded,
    mentions: (row.mentioned ?? []).map(faceView),
    reactions: (row.reactions ?? []).flatMap(({ emoji, uids }) => {
      const seen = uids.filter((id) => !viewer.hidden.has(id));
      return seen.length === 0 ? [] : [{ emoji, uids: seen.map(String) }];
    }),
    files: (row.files ?? []).map((file) =>
      uploadView(signer, inConversation(row.conversation_id), file),
    ),
    preview: linkPreviewView(preview),
    hidden: false,
  };
};

/** Returns the people that messages mention only by id. */
export const namedIn = (rows: readonly MessageRow[]): number[] => [
  ...new Set(
    rows.flatMap(({ author_id, reply, reactions }) => [
      author_id,
      ...(reply === null ? [] : [reply.author]),
      ...(reactions ?? []).flatMap(({ uids }) => uids),
    ]),
  ),
];
