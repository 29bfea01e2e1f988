import type { ConversationDelta } from '#contract/chat/conversations.endpoints.ts';
import type { Context } from '../../../kernel/context.ts';
import { broadcast, type Room, type RoomEvent } from '../../../kernel/live/live.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { faceView } from '../../people/people.views.ts';
import {
  selectChangedParticipants,
  selectState,
  type ParticipantRow,
  type StateRow,
} from '../chat.queries.ts';
import { showsReceipts } from '../chat.rules.ts';
import { participantView, stateView } from '../chat.views.ts';
import { selectChangedMessages, selectFaces, type MessageRow } from './messages.queries.ts';
import { messageView, namedIn, defaultViewer, type MessageViewer } from './messages.views.ts';
import { selectOtherViewers, type OtherViewerRow } from './changes.queries.ts';
import type { PersonSummaryRow } from '../../people/summary/summary.queries.ts';

/** Maximum messages and people in an event. Clients request larger changes. */
const deltaMost = 50;

/** The rows of a conversation that one change has affected. */
export interface ChangedRows {
  readonly state: StateRow;
  readonly messages: readonly MessageRow[];
  readonly participants: readonly ParticipantRow[];
  readonly faces: readonly PersonSummaryRow[];
}

/** Converts a change for one viewer. */
export const deltaView = (
  context: Pick<Context, 'tokens' | 'clock' | 'school'>,
  { state, messages, participants, faces }: ChangedRows,
  viewer: MessageViewer,
): ConversationDelta => ({
  state: stateView(state),
  messages: messages.map((row) => messageView(context, row, viewer)),
  participants: participants.map((row) => participantView(row, state, viewer)),
  people: faces.map(faceView),
});

const personRoom = (id: number): Room => `person:${id}`;

/**
 * Sends what a change has affected to the sockets of a conversation. Most get the rows themselves. People who can't see all of it, because
 * of a block or late joining, only get the fact that something changed, so that they request it. People without read marks get the rows
 * without them.
 */
export const broadcastTouched = (
  context: Context,
  touched: ChangedRows,
  others: readonly OtherViewerRow[],
): void => {
  const { state } = touched;
  const head = {
    kind: 'conversation_changed',
    conversation: String(state.id),
    from: state.change - 1,
    change: state.change,
  } as const;
  const isSmall = touched.messages.length <= deltaMost && touched.participants.length <= deltaMost;
  const event = (viewer: MessageViewer) =>
    isSmall ? { ...head, delta: deltaView(context, touched, viewer) } : head;
  broadcast(context, {
    rooms: [`conversation:${state.id}`],
    event: event(defaultViewer),
    except: others.map(({ id }) => id),
  });
  const [blind, unmarked] = [
    others.filter(({ sees }) => sees === 'nothing'),
    others.filter(({ sees }) => sees === 'no_marks'),
  ];
  if (blind.length > 0)
    broadcast(context, { rooms: blind.map(({ id }) => personRoom(id)), event: head });
  if (unmarked.length > 0)
    broadcast(context, {
      rooms: unmarked.map(({ id }) => personRoom(id)),
      event: event({ ...defaultViewer, seesReceipts: false }),
    });
};

/**
 * Sends the change `change` of a conversation, now and through the outbox. The conversation's row is locked, so all rows with this number
 * are part of it.
 */
export const announce = async (
  context: Context,
  conversation: number,
  change: number,
): Promise<ChangedRows | undefined> => {
  const { db } = context;
  const everything = { conversation, first: 1, last: 2_147_483_647 };
  const [state, messages, participants] = await Promise.all([
    selectState(db, conversation),
    selectChangedMessages(db, everything, change - 1, deltaMost + 1),
    selectChangedParticipants(db, conversation, {
      after: change - 1,
      last: 2_147_483_646,
      limit: deltaMost + 1,
    }),
    emit(context, 'conversation_changed', { conversation, change }),
  ]);
  if (state === undefined) return undefined;
  const authors = namedIn(messages);
  const oldest =
    messages.length === 0
      ? null
      : Math.min(...messages.map(({ seq, reply }) => Math.min(seq, reply?.seq ?? seq)));
  const [faces, [others = []]] = await Promise.all([
    selectFaces(db, authors),
    selectOtherViewers(db, [
      {
        conversation,
        authors,
        oldest,
        hasReceipts: showsReceipts(state) && participants.length > 0,
      },
    ]),
  ]);
  const touched = { state, messages, participants, faces };
  broadcastTouched(context, touched, others);
  return touched;
};

/** Returns the event for devices whose list shows the conversation differently. */
export const listBroadcast = (people: readonly number[], conversation: number): RoomEvent => ({
  rooms: people.map(personRoom),
  event: { kind: 'conversations_changed', conversation: String(conversation) },
});

/** Sends a person's own devices the event that a conversation changed in their list, now and through the outbox. */
export const broadcastList = async (
  context: Context,
  people: readonly number[],
  conversation: number,
): Promise<void> => {
  if (people.length === 0) return;
  broadcast(context, listBroadcast(people, conversation));
  await emit(context, 'list_changed', { conversation, people: [...people] });
};

/** Broadcasts that a conversation became visible or invisible to people: their sockets join or leave its room, and their lists change. */
export const broadcastMoved = async (
  context: Context,
  conversation: number,
  { into = [], outOf = [] }: { into?: readonly number[]; outOf?: readonly number[] },
): Promise<void> => {
  for (const person of into) broadcast(context, { person, into: `conversation:${conversation}` });
  for (const person of outOf) broadcast(context, { person, outOf: `conversation:${conversation}` });
  const people = [...into, ...outOf];
  if (people.length > 0) broadcast(context, listBroadcast(people, conversation));
  await emit(context, 'participants_moved', { conversation, into: [...into], outOf: [...outOf] });
};
