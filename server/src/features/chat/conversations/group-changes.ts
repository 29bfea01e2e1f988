import type { Context } from '../../../kernel/context.ts';
import type { MembershipRow } from '../chat.queries.ts';
import { announce, broadcastMoved } from '../messages/announcing.ts';
import {
  type SystemMessage,
  insertSystemMessage,
  selectHeir,
  updateLeft,
  updateOwner,
} from './groups.queries.ts';

/** Writes a system message about a group, runs `work` with its numbers, and notifies everyone. */
export const writeSystemMessage = async (
  context: Context,
  membership: Pick<MembershipRow, 'id'>,
  by: number,
  event: SystemMessage,
  work: (numbers: { seq: number; change: number }) => Promise<void>,
): Promise<void> => {
  const numbers = await insertSystemMessage(context, membership.id, by, event);
  await work(numbers);
  await announce(context, membership.id, numbers.change);
};

/** Removes a person from a group that the caller has locked. If the owner leaves, the longest member becomes the owner. */
export const removeFromGroup = async (
  context: Context,
  membership: Pick<MembershipRow, 'id'>,
  by: number,
  person: number,
  isOwner: boolean,
): Promise<void> => {
  const { db } = context;
  const event: SystemMessage =
    by === person ? { kind: 'left' } : { kind: 'removed', uids: [person] };
  await writeSystemMessage(context, membership, by, event, (numbers) =>
    updateLeft(db, membership.id, person, numbers),
  );
  // Before the next broadcast, which they must not receive.
  await broadcastMoved(context, membership.id, { outOf: [person] });
  const heir = isOwner ? await selectHeir(db, membership.id, person) : undefined;
  if (heir !== undefined)
    await writeSystemMessage(
      context,
      membership,
      person,
      { kind: 'owner', uids: [heir] },
      (numbers) => updateOwner(db, membership.id, heir, numbers.change),
    );
};
