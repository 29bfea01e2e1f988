import { pictureSizes } from '#contract/layout.ts';
import { pictureUpload, type PictureKind } from '#contract/people/picture-crop.ts';
import {
  PictureError,
  uploadFormats,
  withPicture,
  type PictureFault,
} from '../../kernel/files/picture-encoding.ts';
import { InvalidCell } from './imports.rules.ts';

/** Maximum size of a picture file, in bytes. */
export const pictureBytes = 20_000_000;
const formats = new Set([...uploadFormats, 'tiff']);

const words: Record<PictureFault, string> = {
  format: 'names a file that is not a JPEG, PNG, WebP, AVIF, GIF or TIFF picture',
  heic: 'names a HEIC picture, which cannot be read here',
  pixels: `names a picture of more than ${pictureUpload.maxPixels / 1e6} million pixels`,
  damaged: 'names a file that is not a picture, or a damaged one',
  slow: 'names a picture that takes too long to work on',
};

/** Chunks of a WebP file that contain only the picture: no metadata, no animation, no hidden data. */
const plainChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);
const isPlainWebp = (bytes: Buffer): boolean => {
  if (
    bytes.length < 20 ||
    bytes.toString('latin1', 0, 4) !== 'RIFF' ||
    bytes.readUInt32LE(4) + 8 !== bytes.length
  )
    return false;
  let at = 12;
  while (at + 8 <= bytes.length) {
    if (!plainChunks.has(bytes.toString('latin1', at, at + 4))) return false;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return at === bytes.length;
};

/**
 * Returns a picture in the stored format: one WebP file in the middle size of its kind, without metadata. The content decides, not the file
 * name. A picture that already has this format isn't changed, so pictures survive an export and import.
 */
export const finishPicture = async (
  bytes: Buffer,
  kind: PictureKind,
): Promise<Buffer | InvalidCell> => {
  const size = pictureSizes[kind].m;
  try {
    return await withPicture(bytes, formats, async (picture, { format, width, height }) => {
      if (
        format === 'webp' &&
        width === size.width &&
        height === size.height &&
        isPlainWebp(bytes)
      ) {
        // Decoding it completely detects a damaged file.
        await picture.raw().toBuffer();
        return bytes;
      }
      return picture
        .autoOrient()
        .resize({ ...size, fit: 'cover' })
        .webp({ quality: 80 })
        .toBuffer();
    });
  } catch (error) {
    if (error instanceof PictureError) return new InvalidCell(words[error.fault]);
    throw error;
  }
};
