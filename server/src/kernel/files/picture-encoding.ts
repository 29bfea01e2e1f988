import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { pictureSizes } from '#contract/layout.ts';
import {
  cropRect,
  middle,
  pictureUpload,
  type Crop,
  type PictureKind,
  type Size,
} from '#contract/people/picture-crop.ts';
import { Problem } from '../http/problem.ts';

/*
 * The only code that decodes pictures from outside. It stores pictures encoded from their pixels, so nothing else of the original file
 * survives: no metadata, location, color profile, or appended script or archive.
 */

/** The fault of a picture, which is the end of a `picture_…` error code. */
export type PictureFault = 'format' | 'heic' | 'pixels' | 'damaged' | 'slow';

/** A picture that can't be used. The sender gets the reason. */
export class PictureError extends Problem {
  readonly fault: PictureFault;
  constructor(fault: PictureFault) {
    super(`picture_${fault}`, { max: pictureUpload.maxPixels / 1e6 });
    this.fault = fault;
  }
}

// libvips opens more formats than people need (SVG, PDF, Matlab, ImageMagick's …), and each parser is a risk.
sharp.block({ operation: ['VipsForeignLoad'] });
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'];
sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });

/** The allowed formats, as `sharp` names them. `heif` is AVIF. The build can't decode HEIC, which is related. */
export const uploadFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** Maximum seconds of a step. */
const stepSeconds = 20;
/**
 * Maximum pictures that a process handles at the same time, with one thread each. On a large machine, the other cores stay free for calls.
 */
const concurrency = Math.min(4, availableParallelism());
/** Maximum side of the original picture, which is stored so that people can choose another part later. */
const originalSide = 2_048;

const limit = pLimit(concurrency);
/**
 * Pictures with more pixels are handled one at a time, because an interlaced picture is decoded completely, which takes up to 240 MB. Smaller
 * pictures don't wait for them.
 */
const largePixels = 16_000_000;
const largeLimit = pLimit(1);

// A picture is rarely decoded twice in a short time, so a cache would waste memory.
sharp.cache(false);
// One thread per picture, on every system.
sharp.concurrency(1);

const heicBrands = /^(?:hei[cxms]|hev[cxms])$/;
const isHeic = (bytes: Buffer): boolean => {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands: readonly string[] =
    bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 64)).match(/.{4}/g) ?? [];
  return brands.some((brand) => heicBrands.test(brand)) && !brands.includes('avif');
};

const faultOf = (error: unknown, bytes: Buffer): PictureError => {
  if (error instanceof PictureError) return error;
  const words = error instanceof Error ? error.message : '';
  if (/timeout/i.test(words)) return new PictureError('slow');
  if (/pixel limit|exceeds/i.test(words)) return new PictureError('pixels');
  if (isHeic(bytes)) return new PictureError('heic');
  return new PictureError(/unsupported image format/i.test(words) ? 'format' : 'damaged');
};

const open = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: pictureUpload.maxPixels, failOn: 'error' }).timeout({
    seconds: stepSeconds,
  });

/** Opens a picture and reads its header without decoding it. */
const openPicture = async (
  bytes: Buffer,
  formats: ReadonlySet<string>,
): Promise<{ picture: Sharp; about: Metadata }> => {
  if (bytes.length === 0) throw new PictureError('format');
  const picture = open(bytes);
  const about = await picture.metadata();
  if (!formats.has(about.format)) throw new PictureError('format');
  if (about.width * about.height > pictureUpload.maxPixels) throw new PictureError('pixels');
  return { picture, about };
};

/**
 * Runs `work` on a picture. A process handles a few at the same time, large ones one at a time, and the rest wait. Throws a PictureError
 * for any fault.
 */
export const withPicture = async <T>(
  bytes: Buffer,
  formats: ReadonlySet<string>,
  work: (picture: Sharp, about: Metadata) => Promise<T>,
): Promise<T> => {
  try {
    const { picture, about } = await limit(() => openPicture(bytes, formats));
    const turn = about.width * about.height > largePixels ? largeLimit : limit;
    return await turn(() => work(picture, about));
  } catch (error) {
    throw faultOf(error, bytes);
  }
};

/** The stored original: upright, sRGB, at most 2,048 pixels per side, WebP. */
export interface OriginalPicture extends Size {
  readonly bytes: Buffer;
}

export const encodeOriginal = (picture: Sharp): Promise<OriginalPicture> =>
  picture
    .autoOrient()
    .resize({ width: originalSide, height: originalSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 88 })
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => ({ bytes: data, width: info.width, height: info.height }));

/** Reduces an original to an icon for use next to text: WebP, within a square. */
export const encodeSmall = (
  { bytes }: Pick<OriginalPicture, 'bytes'>,
  side: number,
): Promise<Buffer> =>
  open(bytes)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();

/** Encodes a picture for any mail program: upright, sRGB, on white, JPEG, with a maximum width. */
export const encodeForMail = (picture: Sharp, width: number): Promise<OriginalPicture> =>
  picture
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width, withoutEnlargement: true })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => ({ bytes: data, width: info.width, height: info.height }));

/** Encodes a picture for print: upright, sRGB, on white, PNG, within a maximum width and height. */
export const encodeForPrint = (
  picture: Sharp,
  width: number,
  height: number,
): Promise<OriginalPicture> =>
  picture
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => ({ bytes: data, width: info.width, height: info.height }));

/** Maximum side of a school's logo and favicon in pixels: the largest icon that systems request. */
export const schoolPictureSide = 512;

/** Encodes a school's picture: upright, sRGB, PNG with transparency. `isSquare`: centers it on a transparent square, as icons are. */
export const encodeSchoolPng = (picture: Sharp, isSquare: boolean): Promise<Buffer> =>
  picture
    .autoOrient()
    .resize({
      width: schoolPictureSide,
      height: schoolPictureSide,
      ...(isSquare
        ? { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } }
        : { fit: 'inside', withoutEnlargement: true }),
    })
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer();

/**
 * Encodes a school's favicon as a home screen icon. It is opaque, because some systems fill transparent parts with black. A favicon that
 * fills its square is unchanged. One with transparent parts gets a white background and fits into the circle that every system shows.
 */
export const encodeHomeIcon = async (bytes: Buffer, side: number): Promise<Buffer> => {
  const { isOpaque } = await open(bytes).stats();
  const inner = isOpaque ? side : Math.round(side * 0.64);
  const before = Math.floor((side - inner) / 2);
  const after = side - inner - before;
  const background = '#ffffff';
  const small = await open(bytes)
    .resize({ width: inner, height: inner, fit: 'contain', background })
    .flatten({ background })
    .toBuffer();
  return open(small)
    .extend({ top: before, bottom: after, left: before, right: after, background })
    .png({ compressionLevel: 9 })
    .toBuffer();
};

/** A file of a set, with the end of its name. */
export interface RenditionFile {
  readonly ending: string;
  readonly bytes: Buffer;
}

/** Cuts out a part of an original in three sizes, each as WebP and AVIF. */
export const cutRenditions = async (
  { bytes, ...size }: OriginalPicture,
  kind: PictureKind,
  crop: Crop,
): Promise<RenditionFile[]> => {
  const sizes = pictureSizes[kind];
  const { data, info } = await open(bytes)
    .extract(cropRect(size, kind, crop))
    .resize({ ...sizes.l, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const files: RenditionFile[] = [];
  for (const [letter, one] of Object.entries(sizes)) {
    const cut = () =>
      sharp(data, { raw: info })
        .resize({ ...one, fit: 'fill' })
        .timeout({ seconds: stepSeconds });
    files.push({ ending: `-${letter}.webp`, bytes: await cut().webp({ quality: 80 }).toBuffer() });
    // Effort 2, because at effort 4 a noisy cover takes 7 s for the same size.
    files.push({
      ending: `-${letter}.avif`,
      bytes: await cut().avif({ quality: 55, effort: 2 }).toBuffer(),
    });
  }
  return files;
};

/** Cuts out the largest part of the right proportions from the center of a picture. */
export const cutCenter = (bytes: Buffer, kind: PictureKind): Promise<RenditionFile[]> =>
  withPicture(bytes, uploadFormats, async (picture) =>
    cutRenditions(await encodeOriginal(picture), kind, middle),
  );
