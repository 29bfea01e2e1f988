import { done } from '../../../kernel/sql.ts';
import { buffer } from 'node:stream/consumers';
import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import {
  heldCrop,
  middle,
  pictureUpload,
  type Crop,
  type PictureKind,
} from '#contract/picture-crop.ts';
import type {
  cropPicture,
  OwnPicture,
  readPictures,
  removePicture,
  restorePicture,
  uploadPicture,
} from '#contract/pictures.ts';
import { memberOf, transact, type Context, type Scope } from '../../../kernel/context.ts';
import { filesOf, newStem } from '../../../kernel/files/files.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import {
  BadPicture,
  cutRenditions,
  encodeOriginal,
  uploadFormats,
  withPicture,
  type RenditionFile,
  type OriginalPicture,
} from '../../../kernel/files/picture-encoding.ts';
import { problem, Problem } from '../../../kernel/http/problem.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { fileUrl } from '../people.views.ts';
import {
  restoreMinutes,
  selectPicture,
  updateRemoved,
  updateShown,
  upsertPicture,
  type PictureRow,
} from './pictures.queries.ts';

const hour = 3_600;
/** Each is seconds of work for the server. */
const personLimit = { max: 40, seconds: hour };
const schoolLimit = { max: 4_000, seconds: hour };

/** What the owner is told of a picture; null when none is shown. */
const pictureView = (row: PictureRow | undefined): OwnPicture | null => {
  const url = fileUrl(row?.shown ?? null);
  if (row === undefined || url === null) return null;
  const original = row.name === row.shown && row.removed_at === null ? fileUrl(row.original) : null;
  const { width, height, crop_x: x, crop_y: y, crop_zoom: zoom } = row;
  return {
    url,
    original: original === null ? null : { url: original, width, height, crop: { x, y, zoom } },
  };
};

/** The caller's own pictures. */
export const readOwnPictures = async (context: Context): Promise<Reply<typeof readPictures>> => {
  const { userId } = memberOf(context);
  return {
    photo: pictureView(await selectPicture(context.db, userId, 'photo')),
    cover: pictureView(await selectPicture(context.db, userId, 'cover')),
  };
};

const countWork = async (scope: Scope, userId: number): Promise<void> => {
  await countUse(scope, `picture:${userId}`, personLimit);
  await countUse(scope, 'pictures', schoolLimit);
};

const refusalOf = (error: unknown): unknown =>
  error instanceof BadPicture
    ? problem(`picture_${error.fault}`, { max: pictureUpload.maxPixels / 1e6 })
    : error;

/** Stores the files of a picture and answers the name of its set; when one cannot be stored, none stays. */
const storeSet = async (
  scope: Scope,
  set: readonly RenditionFile[],
  original?: { name: string; bytes: Buffer },
): Promise<string> => {
  const stem = newStem();
  const all = [
    ...set.map(({ ending, bytes }) => ({ name: `${stem}${ending}`, bytes })),
    ...(original ? [original] : []),
  ];
  const stored = await Promise.allSettled(
    all.map(({ name, bytes }) => scope.files.putAs(scope.school.school_id, name, bytes)),
  );
  const failed = stored.find((one) => one.status === 'rejected');
  if (failed === undefined) return `${stem}-m.webp`;
  await forget(
    scope,
    all.map(({ name }) => name),
  );
  throw failed.reason;
};

/** Removes files that nothing names after all. What cannot be removed now the sweep removes. */
const forget = async (scope: Scope, names: readonly string[]): Promise<void> => {
  await Promise.allSettled(names.map((name) => scope.files.remove(scope.school.school_id, name)));
};

/** Names that a person's row lets go of when another picture takes the place of `row`. */
const namesOf = ({ shown, name, original }: PictureRow): string[] =>
  [...new Set([shown, name, original])].filter((one): one is string => one !== null);

/** Shows what was stored, in one transaction with letting go of what was there. What comes of a failure the sweep removes. */
const wear = async (
  scope: Scope,
  kind: PictureKind,
  picture: { name: string; original: string; width: number; height: number; crop: Crop },
  basedOn?: string,
): Promise<OwnPicture> => {
  const { userId } = memberOf(scope);
  try {
    return await transact(scope, async (context) => {
      const now = context.clock.now();
      const before = await selectPicture(context.db, userId, kind, { forUpdate: true });
      if (before === undefined) throw problem('not_logged_in');
      if (basedOn !== undefined && (before.original !== basedOn || before.removed_at !== null))
        throw problem('picture_changed');
      await upsertPicture(
        context.db,
        { school: context.school.school_id, id: userId, kind, now },
        { ...picture, removedAt: null },
      );
      await updateShown(context.db, userId, kind, picture.name, now);
      const names = namesOf(before).filter((name) => name !== picture.original);
      if (names.length > 0) await emit(context, 'files_dropped', { names });
      await emit(context, 'profile_changed', { userId });
      return shownPicture(context, userId, kind);
    });
  } catch (error) {
    // Only a refusal is certain to have committed nothing; after a lost connection the rows may name these files.
    if (error instanceof Problem)
      await forget(scope, [
        ...filesOf(picture.name),
        ...(picture.original === basedOn ? [] : [picture.original]),
      ]);
    throw error;
  }
};

const shownPicture = async (
  context: Context,
  userId: number,
  kind: PictureKind,
): Promise<OwnPicture> => {
  const picture = pictureView(await selectPicture(context.db, userId, kind));
  if (picture === null) throw problem('not_found');
  return picture;
};

/** Gives the caller a picture. Reading, encoding and storing happen outside any transaction. */
export const uploadOwnPicture = async (
  scope: Scope,
  input: HandlerInput<typeof uploadPicture>,
): Promise<Reply<typeof uploadPicture>> => {
  const { userId } = memberOf(scope);
  await countWork(scope, userId);
  return withUpload(
    `${scope.school.school_id}:${userId}`,
    input.upload,
    pictureUpload.maxBytes,
    async (bytes) => {
      const made = await withPicture(bytes, uploadFormats, async (picture) => {
        const whole = await encodeOriginal(picture);
        const crop = heldCrop(whole, input.kind, input);
        return { whole, crop, set: await cutRenditions(whole, input.kind, crop) };
      }).catch((error: unknown) => {
        throw refusalOf(error);
      });
      const original = { name: `${newStem()}-o.webp`, bytes: made.whole.bytes };
      const name = await storeSet(scope, made.set, original);
      const { width, height } = made.whole;
      return wear(scope, input.kind, {
        name,
        original: original.name,
        width,
        height,
        crop: made.crop,
      });
    },
  );
};

/** Shows another part of the caller's picture. */
export const cropOwnPicture = async (
  scope: Scope,
  input: HandlerInput<typeof cropPicture>,
): Promise<Reply<typeof cropPicture>> => {
  const { userId } = memberOf(scope);
  const row = await transact(scope, ({ db }) => selectPicture(db, userId, input.kind), {
    readOnly: true,
  });
  if (
    row === undefined ||
    row.original === null ||
    row.name !== row.shown ||
    row.removed_at !== null
  )
    throw problem('not_found');
  await countWork(scope, userId);
  const { original, width, height } = row;
  const kept = await scope.files.get(scope.school.school_id, original);
  if (kept === null) throw problem('not_found');
  const whole: OriginalPicture = { bytes: await buffer(kept.stream), width, height };
  const crop = heldCrop(whole, input.kind, input);
  const set = await withPicture(whole.bytes, uploadFormats, () =>
    cutRenditions(whole, input.kind, crop),
  ).catch((error: unknown) => {
    throw refusalOf(error);
  });
  return wear(
    scope,
    input.kind,
    { name: await storeSet(scope, set), original, width, height, crop },
    original,
  );
};

/** Takes a picture off. Its files stay until it can no longer be put back. */
export const removeOwnPicture = async (
  context: Context,
  { kind }: HandlerInput<typeof removePicture>,
): Promise<Reply<typeof removePicture>> => {
  const { userId } = memberOf(context);
  const now = context.clock.now();
  const row = await selectPicture(context.db, userId, kind, { forUpdate: true });
  if (row === undefined || row.shown === null) return done;
  if (row.name === row.shown) {
    await updateRemoved(context.db, userId, kind, now);
  } else {
    const names = namesOf({ ...row, shown: null });
    if (names.length > 0) await emit(context, 'files_dropped', { names });
    // A picture of an import: remembered for as long as it can be put back.
    const came = {
      name: row.shown,
      original: null,
      width: 0,
      height: 0,
      crop: middle,
      removedAt: now,
    };
    await upsertPicture(
      context.db,
      { school: context.school.school_id, id: userId, kind, now },
      came,
    );
  }
  await updateShown(context.db, userId, kind, null, now);
  await emit(context, 'profile_changed', { userId });
  return done;
};

/** Puts a picture back. */
export const restoreOwnPicture = async (
  context: Context,
  { kind }: HandlerInput<typeof restorePicture>,
): Promise<Reply<typeof restorePicture>> => {
  const { userId } = memberOf(context);
  const now = context.clock.now();
  const row = await selectPicture(context.db, userId, kind, { forUpdate: true });
  const since = row?.removed_at?.getTime() ?? 0;
  if (
    row === undefined ||
    row.name === null ||
    row.shown !== null ||
    since < now.getTime() - restoreMinutes * 60_000
  )
    throw problem('not_found');
  await updateRemoved(context.db, userId, kind, null);
  await updateShown(context.db, userId, kind, row.name, now);
  await emit(context, 'profile_changed', { userId });
  return shownPicture(context, userId, kind);
};
