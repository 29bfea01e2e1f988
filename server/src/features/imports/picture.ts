import sharp from 'sharp';
import { Wrong } from './imports.rules.ts';

/** What a picture is for, with its size in pixels. */
export const pictureSizes = { photo: { width: 256, height: 256 }, cover: { width: 1200, height: 450 } } as const;
export type PictureKind = keyof typeof pictureSizes;

/** Largest picture that is opened: bytes of the file, and pixels it unfolds to. */
export const pictureBytes = 20_000_000;
const pixels = 60_000_000;
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif']);

/** Chunks of a WebP file that are picture and nothing else: no metadata, no animation, nothing hidden behind. */
const plainChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);
const isPlainWebp = (bytes: Buffer): boolean => {
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  let at = 12;
  while (at + 8 <= bytes.length) {
    if (!plainChunks.has(bytes.toString('latin1', at, at + 4))) return false;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return at === bytes.length;
};

/**
 * A picture as it is kept: WebP of the kind's size, without metadata, judged by its content and not by its name.
 * One that is so already stays byte for byte, so that pictures survive an export and import unchanged.
 */
export const finishPicture = async (bytes: Buffer, kind: PictureKind): Promise<Buffer | Wrong> => {
  const size = pictureSizes[kind];
  try {
    const picture = sharp(bytes, { limitInputPixels: pixels, failOn: 'error' });
    const { format, width, height } = await picture.metadata();
    if (!formats.has(format)) return new Wrong('names a file that is not a JPEG, PNG, WebP, AVIF, GIF or TIFF picture');
    if (format === 'webp' && width === size.width && height === size.height && isPlainWebp(bytes)) {
      // Unfolded once, so that a damaged one is found.
      await picture.raw().toBuffer();
      return bytes;
    }
    return await picture
      .autoOrient()
      .resize({ ...size, fit: 'cover' })
      .webp({ quality: 80 })
      .toBuffer();
  } catch (error) {
    const isLarge = error instanceof Error && /pixel limit/i.test(error.message);
    return new Wrong(
      isLarge ? `names a picture of more than ${pixels / 1e6} million pixels` : 'names a file that is not a picture, or a damaged one',
    );
  }
};
