import {
  type Crop,
  clampCrop,
  middle,
  type PictureKind,
  pictureUpload,
} from '#contract/people/picture-crop.ts';
import {
  cropPicture,
  readPictures,
  removePicture,
  restorePicture,
  uploadPicture,
  type OwnPicture,
} from '#contract/people/pictures.endpoints.ts';
import { buffer } from 'node:stream/consumers';
import { type Context, memberOf, type Scope, transact } from '../../../kernel/context.ts';
import { filesOf, newStem } from '../../../kernel/files/files.ts';
import {
  cutRenditions,
  encodeOriginal,
  type OriginalPicture,
  uploadFormats,
  withPicture,
} from '../../../kernel/files/picture-encoding.ts';
import { bytesOf, removeFiles, storeRenditions } from '../../../kernel/files/renditions.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem, Problem, storageCode } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { ok, orNotFound } from '../../../kernel/sql.ts';
import { fileUrl } from '../people.views.ts';
import {
  type PictureRow,
  restoreMinutes,
  selectPicture,
  updateRemoved,
  updateShown,
  upsertPicture,
} from './pictures.queries.ts';

const hour = 3_600;
/** Limits the pictures per person, because encoding one takes the server seconds. */
const personLimit = { max: 40, seconds: hour };
const schoolLimit = { max: 4_000, seconds: hour };

/** Returns a picture as its owner sees it, or null if none is shown. */
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

const countWork = async (scope: Scope, userId: number): Promise<void> => {
  await countUse(scope, `picture:${userId}`, personLimit);
  await countUse(scope, 'pictures', schoolLimit);
};

/** Returns the names of files that are no longer needed when another picture replaces `row`. */
const namesOf = ({ shown, name, original }: PictureRow): string[] =>
  [...new Set([shown, name, original])].filter((one): one is string => one !== null);

/**
 * Shows a stored picture and releases the previous files in one transaction. The cleanup deletes files that a failure
 * leaves behind.
 */
const showPicture = async (
  scope: Scope,
  kind: PictureKind,
  picture: {
    name: string;
    original: string;
    bytes: number;
    width: number;
    height: number;
    crop: Crop;
  },
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
    // Only these errors guarantee that nothing was committed. After a lost connection, the rows can contain these files.
    if (error instanceof Problem || storageCode(error) !== undefined)
      await removeFiles(scope.files, scope.school.school_id, [
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
  return orNotFound(pictureView(await selectPicture(context.db, userId, kind)));
};

export const picturesHandlers = [
  handle(readPictures, async ({ me, db }) => ({
    photo: pictureView(await selectPicture(db, me.userId, 'photo')),
    cover: pictureView(await selectPicture(db, me.userId, 'cover')),
  })),

  // Sets a picture of the caller. Reading, encoding and storing happen outside any transaction.
  handleWithoutTransaction(uploadPicture, async (call, input) => {
    const { userId } = call.me;
    await countWork(call, userId);
    return withUpload(
      `${call.schoolId}:${userId}`,
      input.upload,
      pictureUpload.maxBytes,
      async (bytes) => {
        const made = await withPicture(bytes, uploadFormats, async (picture) => {
          const whole = await encodeOriginal(picture);
          const crop = clampCrop(whole, input.kind, input);
          return { whole, crop, set: await cutRenditions(whole, input.kind, crop) };
        });
        const original = { name: `${newStem()}-o.webp`, bytes: made.whole.bytes };
        const bytesNow = bytesOf([...made.set, original]);
        const before = await transact(call, ({ db }) => selectPicture(db, userId, input.kind), {
          readOnly: true,
        });
        const own = { person: userId, more: bytesNow - (before?.bytes ?? 0) };
        const name = await storeRenditions(call, made.set, { original, own });
        const { width, height } = made.whole;
        return showPicture(call, input.kind, {
          name,
          original: original.name,
          bytes: bytesNow,
          width,
          height,
          crop: made.crop,
        });
      },
    );
  }),

  handleWithoutTransaction(cropPicture, async (call, input) => {
    const { userId } = call.me;
    const row = await transact(call, ({ db }) => selectPicture(db, userId, input.kind), {
      readOnly: true,
    });
    if (
      row === undefined ||
      row.original === null ||
      row.name !== row.shown ||
      row.removed_at !== null
    )
      throw problem('not_found');
    await countWork(call, userId);
    const { original, width, height } = row;
    const stored = orNotFound(await call.files.get(call.schoolId, original));
    const whole: OriginalPicture = { bytes: await buffer(stored.stream), width, height };
    const crop = clampCrop(whole, input.kind, input);
    const set = await withPicture(whole.bytes, uploadFormats, () =>
      cutRenditions(whole, input.kind, crop),
    );
    const bytesNow = bytesOf(set) + whole.bytes.length;
    return showPicture(
      call,
      input.kind,
      {
        name: await storeRenditions(call, set, {
          own: { person: userId, more: bytesNow - row.bytes },
        }),
        original,
        bytes: bytesNow,
        width,
        height,
        crop,
      },
      original,
    );
  }),

  // Removes a picture. Its files stay until it can no longer be restored.
  handle(removePicture, async (call, { kind }) => {
    const { db, now } = call;
    const { userId } = call.me;
    const row = await selectPicture(db, userId, kind, { forUpdate: true });
    if (row === undefined || row.shown === null) return ok;
    if (row.name === row.shown) {
      await updateRemoved(call.db, userId, kind, now);
    } else {
      const names = namesOf({ ...row, shown: null });
      if (names.length > 0) await emit(call, 'files_dropped', { names });
      // An imported picture is stored for as long as it can be restored.
      const came = {
        name: row.shown,
        original: null,
        bytes: 0,
        width: 0,
        height: 0,
        crop: middle,
        removedAt: now,
      };
      await upsertPicture(call.db, { school: call.schoolId, id: userId, kind, now }, came);
    }
    await updateShown(call.db, userId, kind, null, now);
    await emit(call, 'profile_changed', { userId });
    return ok;
  }),

  handle(restorePicture, async (call, { kind }) => {
    const { now } = call;
    const { userId } = call.me;
    const row = await selectPicture(call.db, userId, kind, { forUpdate: true });
    const since = row?.removed_at?.getTime() ?? 0;
    if (
      row === undefined ||
      row.name === null ||
      row.shown !== null ||
      since < now.getTime() - restoreMinutes * 60_000
    )
      throw problem('not_found');
    await updateRemoved(call.db, userId, kind, null);
    await updateShown(call.db, userId, kind, row.name, now);
    await emit(call, 'profile_changed', { userId });
    return shownPicture(call, userId, kind);
  }),
];
