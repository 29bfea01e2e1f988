import type { Context } from '../../../kernel/context.ts';
import type { PlaceRow } from '../chat.queries.ts';
import { announce, tellMoved } from '../messages/announcing.ts';
import {
  type Happening,
  insertHappening,
  selectHeir,
  updateLeft,
  updateOwner,
} from './groups.queries.ts';

/** Writes a line about a group, does `work` with its numbers and tells everybody. */
export const happen = async (
  context: Context,
  place: Pick<PlaceRow, 'id'>,
  by: number,
  event: Happening,
  work: (numbers: { seq: number; change: number }) => Promise<void>,
): Promise<void> => {
  const numbers = await insertHappening(context, place.id, by, event);
  await work(numbers);
  await announce(context, place.id, numbers.change);
};

/** Takes a person out of a group held by the caller; an owner who leaves is followed by whoever is longest in it. */
export const takeOut = async (
  context: Context,
  place: Pick<PlaceRow, 'id'>,
  by: number,
  person: number,
  isOwner: boolean,
): Promise<void> => {
  const { db } = context;
  const event: Happening = by === person ? { kind: 'left' } : { kind: 'removed', uids: [person] };
  await happen(context, place, by, event, (numbers) => updateLeft(db, place.id, person, numbers));
  // Before what follows is told: that is no longer theirs.
  await tellMoved(context, place.id, { outOf: [person] });
  const heir = isOwner ? await selectHeir(db, place.id, person) : undefined;
  if (heir !== undefined)
    await happen(context, place, person, { kind: 'owner', uids: [heir] }, (numbers) =>
      updateOwner(db, place.id, heir, numbers.change),
    );
};
