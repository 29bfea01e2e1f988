import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pictureSizes } from '../layout.ts';
import { cropRect, clampCrop, maxZoom, middle, pictureKinds, shownPart } from './picture-crop.ts';

const side = fc.integer({ min: 1, max: 8_000 });
const anyPicture = fc.record({ width: side, height: side });
const anyCrop = fc.record({
  x: fc.double({ min: -1, max: 2, noNaN: true }),
  y: fc.double({ min: -1, max: 2, noNaN: true }),
  zoom: fc.double({ min: 0, max: 9, noNaN: true }),
});
const anyKind = fc.constantFrom(...pictureKinds);

describe('the visible part of a picture', () => {
  test("cropRect() stays inside the picture, has at least one pixel, and has the aspect ratio of the picture's type", () => {
    fc.assert(
      fc.property(anyPicture, anyKind, anyCrop, (picture, kind, crop) => {
        const { left, top, width, height } = cropRect(picture, kind, crop);
        for (const one of [left, top, width, height]) expect(Number.isInteger(one)).toBe(true);
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
        expect(left + width).toBeLessThanOrEqual(picture.width);
        expect(top + height).toBeLessThanOrEqual(picture.height);
        const { width: w, height: h } = pictureSizes[kind].m;
        const exact = (height * w) / h;
        // Rounding changes each side by at most half a pixel, except at the minimum of one pixel.
        if (width > 1 && height > 1)
          expect(Math.abs(width - exact)).toBeLessThanOrEqual(0.5 + (0.5 * w) / h + 1e-6);
      }),
    );
  });

  test('the crop spans the full width or height at zoom 1 and shrinks in proportion at the maximum zoom', () => {
    fc.assert(
      fc.property(anyPicture, anyKind, (picture, kind) => {
        const whole = cropRect(picture, kind, middle);
        expect(whole.width === picture.width || whole.height === picture.height).toBe(true);
        expect(shownPart(picture, kind, maxZoom).width * maxZoom).toBeCloseTo(
          shownPart(picture, kind, 1).width,
          6,
        );
      }),
    );
  });

  test('clampCrop() keeps the chosen center unless the crop would leave the picture', () => {
    fc.assert(
      fc.property(anyPicture, anyKind, anyCrop, (picture, kind, crop) => {
        const held = clampCrop(picture, kind, crop);
        expect(clampCrop(picture, kind, held)).toEqual(held);
        const half = shownPart(picture, kind, held.zoom).width / picture.width / 2;
        if (crop.x > half && crop.x < 1 - half) expect(held.x).toBe(crop.x);
        const { left, width } = cropRect(picture, kind, crop);
        expect(Math.abs(left + width / 2 - held.x * picture.width)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
