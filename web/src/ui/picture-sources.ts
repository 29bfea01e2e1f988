import { pictureSizes } from '#contract/layout.ts';
import type { PictureKind } from '#contract/picture-crop.ts';

/**
 * `srcset` of an uploaded picture, whose sizes its address tells (`…-m.webp`); nothing for one that has a single size.
 * The server answers each as AVIF to a browser that takes it.
 */
export function sourcesOf(url: string, kind: PictureKind): string | undefined {
  if (!url.endsWith('-m.webp')) return undefined;
  const stem = url.slice(0, -'m.webp'.length);
  return Object.entries(pictureSizes[kind])
    .map(([size, { width }]) => `${stem}${size}.webp ${width}w`)
    .join(', ');
}
