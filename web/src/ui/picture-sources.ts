import { pictureSizes } from '#contract/layout.ts';
import type { PictureKind } from '#contract/people/picture-crop.ts';

/**
 * `srcset` and `sizes` of an uploaded picture, whose sizes its address tells (`…-m.webp`); nothing for one that has a single size,
 * of which the browser would choose anew with each of them. The server answers each as AVIF to a browser that takes it.
 */
export function sourcesOf(
  url: string,
  kind: PictureKind,
  sizes: string,
): { srcSet: string; sizes: string } | undefined {
  if (!url.endsWith('-m.webp')) return undefined;
  const stem = url.slice(0, -'m.webp'.length);
  const widths = Object.entries(pictureSizes[kind]).map(
    ([size, { width }]) => `${stem}${size}.webp ${width}w`,
  );
  return { srcSet: widths.join(', '), sizes };
}
