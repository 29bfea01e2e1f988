import { pictureSizes } from '#contract/layout.ts';
import type { PictureKind } from '#contract/people/picture-crop.ts';

/**
 * Returns `srcset` and `sizes` of an uploaded picture, whose URL contains its sizes (`…-m.webp`). Pictures with a single size
 * have none, because the browser would re-evaluate them with every change. The server sends AVIF to browsers that support it.
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
