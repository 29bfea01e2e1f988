import { participantsMax } from '#contract/chat/limits.ts';
import {
  addParticipants,
  updateConversation,
  removeParticipant,
  setConversationPicture,
  type Conversation,
} from '#contract/chat/conversations.endpoints.ts';
import { pictureUpload } from '#contract/people/picture-crop.ts';
import { type Context, transact } from '../../../kernel/context.ts';
import { cutCenter } from '../../../kernel/files/picture-encoding.ts';
import { storeRenditions } from '../../../kernel/files/renditions.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { Problem, problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { idOf } from '../../../kernel/sql.ts';
import { canAdd, canLeave, canManage } from '../chat.rules.ts';
import { broadcastMoved } from '../messages/announcing.ts';
import { cleanLine } from '../messages/message-text.ts';
import { ownMembership } from '../own-membership.ts';
import { countRateLimit } from '../rate-limits.ts';
import { writeSystemMessage, removeFromGroup } from './group-changes.ts';
import {
  insertParticipants,
  selectPresent,
  updateName,
  updateOwner,
  updatePicture,
} from './groups.queries.ts';
import { requireAddable, findRecipients } from './recipients.ts';
import { viewOwn } from './own-conversations.ts';

const pictureLimit = { max: 40, seconds: 3_600 };

const assertCanSetPicture = async (context: Context, conversation: string, lock: boolean) => {
  const found = await ownMembership(context, conversation, { lock });
  if (!canManage(found.membership)) throw problem('forbidden');
  return found;
};

export const groupsHandlers = [
  // Renames a group, or makes one of its members the owner. Only the owner can do this.
  handle(updateConversation, async (call, input) => {
    const { db } = call;
    await countRateLimit(call, 'change');
    const { me, membership } = await ownMembership(call, input.conversation, { lock: true });
    if (!canManage(membership)) throw problem('forbidden');
    const name = input.name === undefined ? undefined : cleanLine(input.name);
    if (name !== undefined && name !== (membership.name ?? ''))
      await writeSystemMessage(call, membership, me.userId, { kind: 'renamed', name }, () =>
        updateName(db, membership.id, name),
      );
    if (input.owner !== undefined && input.owner !== String(me.userId)) {
      const [heir] = await selectPresent(db, membership.id, [idOf(input.owner)]);
      if (heir === undefined) throw problem('person_not_found');
      await writeSystemMessage(
        call,
        membership,
        me.userId,
        { kind: 'owner', uids: [heir] },
        (numbers) => updateOwner(db, membership.id, heir, numbers.change),
      );
    }
    return viewOwn(call, membership.id);
  }),

  // Sets or removes a group's picture. Encoding and storing happen outside any transaction. The sweep deletes files that a crash leaves
  // behind.
  handleWithoutTransaction(setConversationPicture, async (call, input) => {
    const { userId } = call.me;
    const school = call.schoolId;
    await transact(call, (context) => assertCanSetPicture(context, input.conversation, false), {
      readOnly: true,
    });
    await countUse(call, `chat-picture:${userId}`, pictureLimit);
    return withUpload(
      `${school}:${userId}`,
      input.upload,
      pictureUpload.maxBytes,
      async (bytes) => {
        const picture =
          bytes.length === 0 ? null : await storeRenditions(call, await cutCenter(bytes, 'photo'));
        return transact(call, async (context): Promise<Conversation> => {
          const { me, membership } = await assertCanSetPicture(context, input.conversation, true);
          if (picture !== membership.picture)
            await writeSystemMessage(context, membership, me.userId, { kind: 'pictured' }, () =>
              updatePicture(context.db, membership.id, picture),
            );
          if (membership.picture !== null)
            await emit(context, 'files_dropped', { names: [membership.picture] });
          return viewOwn(context, membership.id);
        });
      },
    );
  }),

  // Adds people to a group. All members can add people they can message.
  handle(addParticipants, async (call, input) => {
    await countRateLimit(call, 'change');
    const { me, membership } = await ownMembership(call, input.conversation, { lock: true });
    if (!canAdd(membership)) throw problem('forbidden');
    const wanted = await findRecipients(call, me, input.uids).catch((error: unknown) => {
      // Respond the same for unknown people and for people hidden from the caller.
      throw problem('chat_not_allowed', {}, error instanceof Problem ? error.fields : []);
    });
    const present = await selectPresent(
      call.db,
      membership.id,
      wanted.map(({ id }) => id),
    );
    const fresh = wanted.filter(({ id }) => !present.includes(id));
    if (fresh.length === 0) return viewOwn(call, membership.id);
    requireAddable(call, me, fresh, input.uids);
    if (membership.participant_count + fresh.length > participantsMax)
      throw problem('chat_full', { max: participantsMax });
    const uids = fresh.map(({ id }) => id);
    const isShown = membership.is_open;
    await writeSystemMessage(call, membership, me.userId, { kind: 'added', uids }, (numbers) =>
      insertParticipants(call, membership.id, uids, { ...numbers, isShown }),
    );
    if (isShown) await broadcastMoved(call, membership.id, { into: uids });
    return viewOwn(call, membership.id);
  }),

  // Leaves a group, or removes a member. Members can remove themselves, and the owner can remove others.
  handle(removeParticipant, async (call, input) => {
    await countRateLimit(call, 'change');
    const { me, membership } = await ownMembership(call, input.conversation, { lock: true });
    const person = idOf(input.uid);
    const isSelf = person === me.userId;
    if (isSelf ? !canLeave(membership) : !canManage(membership)) throw problem('forbidden');
    const [present] = await selectPresent(call.db, membership.id, [person]);
    // If the call is repeated, or two people make it at the same time, the person has already been removed.
    if (present !== undefined)
      await removeFromGroup(
        call,
        membership,
        me.userId,
        present,
        isSelf && membership.role === 'owner',
      );
    return viewOwn(call, membership.id);
  }),
];
