import { pictureSizes } from '../layout.ts';

/**
 * Pictures of people: types, limits and cropping. This file doesn't import zod: the browser previews pictures with the same
 * geometry that the server crops with.
 */
export const pictureKinds = ['photo', 'cover'] as const;
export type PictureKind = (typeof pictureKinds)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Maximum bytes of an uploaded file, and maximum pixels: a phone camera has 48 million, a decompression bomb 900 million. */
export const pictureUpload = { maxBytes: 10_000_000, maxPixels: 60_000_000 } as const;

/** Errors of picture uploads. */
export const pictureUploadErrors = [
  'upload_too_large',
  'upload_cut_off',
  'picture_format',
  'picture_heic',
  'picture_pixels',
  'picture_damaged',
  'picture_slow',
  'storage_full',
  'school_storage_full',
] as const;

/** Maximum zoom. At 4, the visible part is a quarter as wide as the largest that fits. */
export const maxZoom = 4;

/** The visible part: its center as fractions of width and height, and the zoom. 1 shows the largest part that fits. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}
export const middle: Crop = { x: 0.5, y: 0.5, zoom: 1 };

export interface Rect extends Size {
  readonly left: number;
  readonly top: number;
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** Returns the crop with its center moved inward so that the part is within the picture. */
export const clampCrop = (picture: Size, kind: PictureKind, crop: Crop): Crop => {
  const zoom = clamp(crop.zoom, 1, maxZoom);
  const part = shownPart(picture, kind, zoom);
  const half = { x: part.width / picture.width / 2, y: part.height / picture.height / 2 };
  return { x: clamp(crop.x, half.x, 1 - half.x), y: clamp(crop.y, half.y, 1 - half.y), zoom };
};

/** Returns the size of the visible part in pixels of the picture, not rounded. */
export const shownPart = (picture: Size, kind: PictureKind, zoom: number): Size => {
  const { width, height } = pictureSizes[kind].m;
  const scale = Math.min(picture.width / width, picture.height / height) / zoom;
  return { width: width * scale, height: height * scale };
};

/**
 * Returns the part to cut out in whole pixels: within the picture, at least one pixel, in the type's aspect ratio except for
 * rounding.
 */
export const cropRect = (picture: Size, kind: PictureKind, crop: Crop): Rect => {
  const held = clampCrop(picture, kind, crop);
  const part = shownPart(picture, kind, held.zoom);
  const width = clamp(Math.round(part.width), 1, picture.width);
  const height = clamp(Math.round(part.height), 1, picture.height);
  return {
    left: clamp(Math.round(held.x * picture.width - width / 2), 0, picture.width - width),
    top: clamp(Math.round(held.y * picture.height - height / 2), 0, picture.height - height),
    width,
    height,
  };
};
