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
 * The one place where pictures from outside are opened. What is kept is encoded anew from pixels: of the file as it came
 * (metadata, place, colour profile, a tail that is a script or an archive) nothing survives.
 */

/** What is wrong with a picture: the end of a `picture_…` error code. */
export type PictureFault = 'format' | 'heic' | 'pixels' | 'damaged' | 'slow';

/** A picture that cannot be used; whoever sent it is told why. */
export class PictureError extends Problem {
  readonly fault: PictureFault;
  constructor(fault: PictureFault) {
    super(`picture_${fault}`, { max: pictureUpload.maxPixels / 1e6 });
    this.fault = fault;
  }
}

// libvips opens more than pictures of people need (SVG, PDF, Matlab, ImageMagick's list …); each is a parser less to trust.
sharp.block({ operation: ['VipsForeignLoad'] });
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'];
sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });

/** What `sharp` calls the formats a person may upload; `heif` is AVIF, whose relative HEIC the build does not decode. */
export const uploadFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** Seconds one step may take. */
const stepSeconds = 20;
/** Pictures worked on at once in a process, each by one thread; the rest of a large machine stays with other calls. */
const atOnce = Math.min(4, availableParallelism());
/** Longest side of the whole picture that is kept, so that another part can be chosen later. */
const originalSide = 2_048;

const atWork = pLimit(atOnce);
/**
 * Pictures of more pixels wait for each other: one that is interlaced is unfolded whole, 240 MB for the largest that is taken.
 * Beside them the others go on.
 */
const largePixels = 16_000_000;
const largeAtWork = pLimit(1);

// Pictures are seldom asked for twice while they are at hand, and what is kept of them is lost to everything else.
sharp.cache(false);
// Each by one thread, on every system.
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

/** Opens a picture and reads its header; nothing of it is unfolded yet. */
const look = async (
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
 * Runs `work` on a picture; a few at once in a process, of the large ones one after another, and the rest wait. Whatever is wrong
 * with it becomes a PictureError.
 */
export const withPicture = async <T>(
  bytes: Buffer,
  formats: ReadonlySet<string>,
  work: (picture: Sharp, about: Metadata) => Promise<T>,
): Promise<T> => {
  try {
    const { picture, about } = await atWork(() => look(bytes, formats));
    const turn = about.width * about.height > largePixels ? largeAtWork : atWork;
    return await turn(() => work(picture, about));
  } catch (error) {
    throw faultOf(error, bytes);
  }
};

/** The whole picture as it is kept: upright, sRGB, at most 2,048 pixels long, WebP. */
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

/** A whole picture made small enough to stand among words: WebP, within a square. */
export const encodeSmall = (
  { bytes }: Pick<OriginalPicture, 'bytes'>,
  side: number,
): Promise<Buffer> =>
  open(bytes)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();

/** A picture as every mail program shows it: upright, sRGB, on white, JPEG, at most so wide. */
export const encodeForMail = (picture: Sharp, width: number): Promise<OriginalPicture> =>
  picture
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width, withoutEnlargement: true })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => ({ bytes: data, width: info.width, height: info.height }));

/** A picture for print: upright, sRGB, on white, PNG, within a box of pixels. */
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

/** Longest side of a school's own pictures, in pixels: the largest icon that systems ask for. */
export const schoolPictureSide = 512;

/** A school's picture, with its transparency: upright, sRGB, PNG. `isSquare`: on an empty square, as icons are. */
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
 * A school's favicon as an icon of a home screen: opaque, since some systems fill what is empty with black. One that fills its
 * square stays as it is; one with empty parts stands on white, inside the circle that no system cuts away.
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

/** One file of a set: the end of its name, and its bytes. */
export interface RenditionFile {
  readonly ending: string;
  readonly bytes: Buffer;
}

/** Cuts a part out of a whole picture: three sizes, each as WebP and AVIF. */
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
    // Effort 2: at 4 one noisy cover takes 7 s for the same size.
    files.push({
      ending: `-${letter}.avif`,
      bytes: await cut().avif({ quality: 55, effort: 2 }).toBuffer(),
    });
  }
  return files;
};

/** Cuts the largest part that fits around the middle of a picture that somebody sent. */
export const cutCenter = (bytes: Buffer, kind: PictureKind): Promise<RenditionFile[]> =>
  withPicture(bytes, uploadFormats, async (picture) =>
    cutRenditions(await encodeOriginal(picture), kind, middle),
  );
