import { transact, type Context, type Scope } from '../../kernel/context.ts';
import { liveSource, type LiveSource } from '../../kernel/live/live-sources.ts';
import { onEvent, onEventsTogether, onEventWithNumber } from '../../kernel/jobs/event-handler.ts';
import { selectDirect } from './conversations/beginning.queries.ts';
import { lockConversations, selectMembership } from './chat.queries.ts';
import { announce, listBroadcast, broadcastMoved } from './messages/announcing.ts';
import { countChange } from './messages/changes.queries.ts';
import { deleteTracesOf, updateRequestsAccepted } from './conversations/erasure.queries.ts';
import { followAll, followSections } from './course-chats/following.ts';
import { removeFromGroup } from './conversations/group-changes.ts';
import { selectGroupsOf } from './conversations/groups.queries.ts';
import { firstLink } from '../link-previews/first-link.ts';
import { findPreview } from '../link-previews/link-previews.ts';
import { selectUnpreviewed, updatePreview } from './messages/editing.queries.ts';
import { receiptsBroadcast } from './conversations/settings.views.ts';
import { blocksAfterSeconds, storeLeftWords, storeWords } from './search/word-blocks.ts';

/** Fetches a preview, and shows it with its message if the text hasn't changed. */
const addPreview = async (
  scope: Scope,
  { conversation, seq, url }: { conversation: number; seq: number; url: string },
): Promise<void> => {
  const preview = await findPreview(scope, url);
  if (preview === null) return;
  await transact(scope, async (context) => {
    const { db } = context;
    await lockConversations(db, [conversation]);
    const text = await selectUnpreviewed(db, conversation, seq);
    if (text === undefined || firstLink(text) !== url) return;
    const change = await countChange(db, conversation);
    await updatePreview(db, conversation, seq, preview, change);
    await announce(context, conversation, change);
  });
};

/** Hides or shows a conversation after a block or its end. */
const seeAnew = (scope: Scope, { by, person }: { by: number; person: number }): Promise<void> =>
  transact(scope, async (context: Context) => {
    const direct = await selectDirect(context.db, by, person);
    if (direct !== undefined) {
      const memberships = await Promise.all(
        [by, person].map((one) => selectMembership(context.db, one, direct.id)),
      );
      const [there, gone] = [
        [by, person],
        [by, person],
      ].map((people, at) =>
        people.filter(
          (_, n) =>
            memberships[n]?.is_shown === true &&
            (memberships[n]?.send_context?.is_blocked === true) === (at === 1),
        ),
      );
      await broadcastMoved(context, direct.id, { into: there ?? [], outOf: gone ?? [] });
    }
  });

export const chatJobs = [
  onEventWithNumber('chat.store-words', 'message_written', storeWords, {
    batchSeconds: blocksAfterSeconds,
  }),
  onEvent('chat.store-left-words', 'words_left', (scope, _, signal) =>
    storeLeftWords(scope, signal),
  ),
  // It mostly waits for other servers.
  onEvent('chat.add-preview', 'link_posted', addPreview, { concurrency: 4, timeoutSeconds: 60 }),
  onEvent('chat.part-blocked', 'person_blocked', seeAnew),
  onEvent('chat.rejoin-unblocked', 'person_unblocked', seeAnew),
  /** Accepts the pending message request of two people who have connected. */
  onEvent('chat.open-doors', 'connection_accepted', (scope, { by, of }) =>
    transact(scope, async (context) => {
      const direct = await selectDirect(context.db, by, of);
      if (direct !== undefined && (await updateRequestsAccepted(context.db, direct.id)))
        await broadcastMoved(context, direct.id, { into: [by, of] });
    }),
  ),
  onEventsTogether('chat.follow-courses', 'sections_changed', (scope, events) =>
    followSections(scope, [...new Set(events.flatMap(({ payload }) => payload.sections))]),
  ),
  onEvent('chat.switch-courses', 'course_chats_switched', (scope) => followAll(scope)),
  /** Deletes the chat data of an erased person. Their messages stay with the recipients, under the name of a placeholder. */
  onEvent('chat.forget-person', 'person_erased', async (scope, { userId }) => {
    const groups = await transact(scope, ({ db }) => selectGroupsOf(db, userId), {
      readOnly: true,
    });
    for (const id of groups)
      await transact(scope, async (context) => {
        await lockConversations(context.db, [id]);
        const membership = await selectMembership(context.db, userId, id);
        if (membership !== undefined && membership.left_seq === null)
          await removeFromGroup(
            context,
            membership,
            userId,
            userId,
            membership.role === 'owner' && !membership.is_course,
          );
      });
    await transact(scope, ({ db }) => deleteTracesOf(db, userId));
  }),
];

/** Chat events for sockets from the outbox. They contain no messages, and are for sockets that missed the broadcast. */
export const chatSources: readonly LiveSource[] = [
  liveSource(
    'message_written',
    ({ conversation, change }) => [
      {
        rooms: [`conversation:${conversation}`],
        event: {
          kind: 'conversation_changed',
          conversation: String(conversation),
          from: change - 1,
          change,
        },
      },
    ],
    { isBroadcast: true },
  ),
  liveSource(
    'conversation_changed',
    ({ conversation, change }) => [
      {
        rooms: [`conversation:${conversation}`],
        event: {
          kind: 'conversation_changed',
          conversation: String(conversation),
          from: change - 1,
          change,
        },
      },
    ],
    { isBroadcast: true },
  ),
  liveSource(
    'participants_moved',
    ({ conversation, into, outOf }) => [
      ...into.map((person) => ({ person, into: `conversation:${conversation}` as const })),
      ...outOf.map((person) => ({ person, outOf: `conversation:${conversation}` as const })),
      listBroadcast([...into, ...outOf], conversation),
    ],
    { isBroadcast: true },
  ),
  liveSource('list_changed', ({ conversation, people }) => [listBroadcast(people, conversation)], {
    isBroadcast: true,
  }),
  liveSource('presence_switched', ({ userId, isShown }) => [{ shown: userId, isShown }]),
  liveSource('receipts_switched', ({ userId }) => [receiptsBroadcast(userId)], {
    isBroadcast: true,
  }),
];
