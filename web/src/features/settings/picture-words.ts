import type { PictureKind } from '#contract/people/picture-crop.ts';
import { CallError } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import type { LabelKey, Messages } from '../../lib/messages.ts';

/** The texts for each type of picture. */
export const pictureWords = {
  photo: {
    name: 'pictures.photo',
    title: 'pictures.titlePhoto',
    choose: 'pictures.choosePhoto',
    change: 'pictures.changePhoto',
    adjust: 'pictures.adjustPhoto',
    remove: 'pictures.removePhoto',
    removed: 'pictures.removedPhoto',
    saved: 'pictures.savedPhoto',
  },
  cover: {
    name: 'pictures.cover',
    title: 'pictures.titleCover',
    choose: 'pictures.chooseCover',
    change: 'pictures.changeCover',
    adjust: 'pictures.adjustCover',
    remove: 'pictures.removeCover',
    removed: 'pictures.removedCover',
    saved: 'pictures.savedCover',
  },
} as const satisfies Record<PictureKind, Record<string, LabelKey>>;

const problems: Readonly<Record<string, LabelKey>> = {
  upload_too_large: 'pictures.large',
  upload_cut_off: 'pictures.cut',
  picture_format: 'pictures.format',
  picture_heic: 'pictures.heic',
  picture_pixels: 'pictures.pixels',
  picture_damaged: 'pictures.damaged',
  picture_slow: 'pictures.slow',
  picture_changed: 'pictures.changed',
};

/** Returns the error text for a picture in the user's language. */
export function pictureProblem(error: unknown, messages: Messages): string {
  const key = error instanceof CallError ? problems[error.code] : undefined;
  return key === undefined ? errorText(error, messages) : messages.t(key);
}
