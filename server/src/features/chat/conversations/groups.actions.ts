import { idOf } from '../../../kernel/sql.ts';
import { participantsMax } from '#contract/chat-limits.ts';
import type {
  addParticipants,
  changeConversation,
  Conversation,
  removeParticipant,
  setConversationPicture,
} from '#contract/chat.ts';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { middle, pictureUpload } from '#contract/picture-crop.ts';
import { memberOf, transact, type Context, type Scope } from '../../../kernel/context.ts';
import { newStem } from '../../../kernel/files/files.ts';
import { personId } from '../../../kernel/ids.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import {
  BadPicture,
  cutRenditions,
  encodeOriginal,
  uploadFormats,
  withPicture,
  type RenditionFile,
} from '../../../kernel/files/picture-encoding.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { checkBringing, reachedPeople } from './beginning.actions.ts';
import { viewOwn } from './conversations.actions.ts';
import type { PlaceRow } from '../chat.queries.ts';
import { canAdd, canLeave, canManage } from '../chat.rules.ts';
import { announce, tellMoved } from '../messages/announcing.ts';
import { cleanLine } from '../messages/message-text.ts';
import { ownPlace } from '../own-place.ts';
import { countPace } from '../pace.ts';
import {
  insertHappening,
  insertParticipants,
  selectHeir,
  selectPresent,
  updateLeft,
  updateName,
  updateOwner,
  updatePicture,
  type Happening,
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

/** Renames a group, or gives it to somebody in it. Who may: its owner. */
export const change = async (
  context: Context,
  input: HandlerInput<typeof changeConversation>,
): Promise<Reply<typeof changeConversation>> => {
  await countPace(context, 'change');
  const { me, place } = await ownPlace(context, input.conversation, { hold: true });
  if (!canManage(place)) throw problem('forbidden');
  const { db } = context;
  const name = input.name === undefined ? undefined : cleanLine(input.name);
  if (name !== undefined && name !== (place.name ?? ''))
    await happen(context, place, me.userId, { kind: 'renamed', name }, () =>
      updateName(db, place.id, name),
    );
  if (input.owner !== undefined && input.owner !== String(me.userId)) {
    const [heir] = await selectPresent(db, place.id, [idOf(input.owner)]);
    if (heir === undefined) throw problem('person_not_found');
    await happen(context, place, me.userId, { kind: 'owner', uids: [heir] }, (numbers) =>
      updateOwner(db, place.id, heir, numbers.change),
    );
  }
  return viewOwn(context, place.id);
};

/** Adds people to a group. Who may: whoever is in it, of people they may write to. */
export const add = async (
  context: Context,
  input: HandlerInput<typeof addParticipants>,
): Promise<Reply<typeof addParticipants>> => {
  await countPace(context, 'change');
  const { me, place } = await ownPlace(context, input.conversation, { hold: true });
  if (!canAdd(place)) throw problem('forbidden');
  const wanted = await reachedPeople(context, me, input.uids).catch(() => {
    // Whether somebody is not there or only not for the caller is not told here.
    throw problem('chat_not_allowed');
  });
  const present = await selectPresent(
    context.db,
    place.id,
    wanted.map(({ id }) => id),
  );
  const fresh = wanted.filter(({ id }) => !present.includes(id));
  if (fresh.length === 0) return viewOwn(context, place.id);
  checkBringing(context, me, fresh);
  if (place.participant_count + fresh.length > participantsMax)
    throw problem('chat_full', { max: participantsMax });
  const uids = fresh.map(({ id }) => id);
  const isShown = place.is_open;
  await happen(context, place, me.userId, { kind: 'added', uids }, (numbers) =>
    insertParticipants(context, place.id, uids, { ...numbers, isShown }),
  );
  if (isShown) await tellMoved(context, place.id, { into: uids });
  return viewOwn(context, place.id);
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

/** Leaves a group, or takes somebody out of it. Who may: oneself, and its owner. */
export const remove = async (
  context: Context,
  input: HandlerInput<typeof removeParticipant>,
): Promise<Reply<typeof removeParticipant>> => {
  await countPace(context, 'change');
  const { me, place } = await ownPlace(context, input.conversation, { hold: true });
  const person = personId(input.uid);
  const isSelf = person === me.userId;
  if (isSelf ? !canLeave(place) : !canManage(place)) throw problem('forbidden');
  const [present] = person === null ? [] : await selectPresent(context.db, place.id, [person]);
  // Gone already: done twice, or by two at once.
  if (present !== undefined)
    await takeOut(context, place, me.userId, present, isSelf && place.role === 'owner');
  return viewOwn(context, place.id);
};

const pictureLimit = { max: 40, seconds: 3_600 };

const mayPicture = async (context: Context, conversation: string, hold: boolean) => {
  const found = await ownPlace(context, conversation, { hold });
  if (!canManage(found.place)) throw problem('forbidden');
  return found;
};

const encode = (bytes: Buffer): Promise<RenditionFile[]> =>
  withPicture(bytes, uploadFormats, async (picture) =>
    cutRenditions(await encodeOriginal(picture), 'photo', middle),
  ).catch((error: unknown) => {
    throw error instanceof BadPicture
      ? problem(`picture_${error.fault}`, { max: pictureUpload.maxPixels / 1e6 })
      : error;
  });

/** Shows a picture with a group, or none. Encoding and storing happen outside any transaction; what a crash leaves is swept. */
export const setPicture = async (
  scope: Scope,
  input: HandlerInput<typeof setConversationPicture>,
): Promise<Reply<typeof setConversationPicture>> => {
  const { userId } = memberOf(scope);
  const { school_id: school } = scope.school;
  await transact(scope, (context) => mayPicture(context, input.conversation, false), {
    readOnly: true,
  });
  await countUse(scope, `chat-picture:${userId}`, pictureLimit);
  return withUpload(`${school}:${userId}`, input.upload, pictureUpload.maxBytes, async (bytes) => {
    const stem = newStem();
    const set = bytes.length === 0 ? [] : await encode(bytes);
    for (const { ending, bytes: part } of set)
      await scope.files.putAs(school, `${stem}${ending}`, part);
    return transact(scope, async (context): Promise<Conversation> => {
      const { me, place } = await mayPicture(context, input.conversation, true);
      const picture = set.length === 0 ? null : `${stem}-m.webp`;
      if (picture !== place.picture)
        await happen(context, place, me.userId, { kind: 'pictured' }, () =>
          updatePicture(context.db, place.id, picture),
        );
      if (place.picture !== null) await emit(context, 'files_dropped', { names: [place.picture] });
      return viewOwn(context, place.id);
    });
  });
};
