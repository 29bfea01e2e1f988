import { hashBits, scatter } from '../../web/src/lib/name-hash.ts';
import { palettes, type Motif } from './motifs.ts';
import { circle, iconAt, path, rect, ring, svg, times } from './shapes.ts';

/* Draws marks and posters. A picture depends only on its name and motif. */

const hashOf = (name: string): number => hashBits(name) >>> 8;

type Colors = readonly [back: string, shade: string, tone: string, paper: string, accent: string];
type Layout = (icon: string, colors: Colors, seed: number) => string;

const markSide = 320;
const markLayouts: readonly Layout[] = [
  (icon, [back, , , paper]) =>
    rect(0, 0, 320, 320, back) + iconAt(icon, { x: 160, y: 160, size: 196, color: paper }),
  (icon, [back, shade, , paper, accent]) =>
    rect(0, 0, 320, 320, back) +
    path('M0 320V210Q160 130 320 210V320Z', shade) +
    circle(250, 74, 40, accent) +
    iconAt(icon, { x: 160, y: 168, size: 184, color: paper }),
  (icon, [back, shade, , paper]) =>
    rect(0, 0, 320, 320, back) +
    path('M0 320 320 0V320Z', shade) +
    iconAt(icon, { x: 160, y: 160, size: 188, color: paper }),
  (icon, [back, shade, , paper, accent]) =>
    rect(0, 0, 320, 320, shade) +
    circle(160, 160, 132, back) +
    ring(160, 160, 132, accent, 10) +
    iconAt(icon, { x: 160, y: 160, size: 156, color: paper, width: 2.2 }),
  (icon, [back, , tone, paper]) =>
    rect(0, 0, 320, 320, back) +
    circle(0, 320, 250, tone, 0.55) +
    circle(0, 320, 150, tone, 0.8) +
    iconAt(icon, { x: 164, y: 156, size: 188, color: paper }),
  (icon, [back, shade, , paper, accent]) =>
    rect(0, 0, 320, 320, back) +
    rect(0, 246, 320, 30, accent) +
    rect(0, 276, 320, 44, shade) +
    iconAt(icon, { x: 160, y: 126, size: 172, color: paper, width: 2.1 }),
];

/** Draws the mark of a club. */
export const drawMark = (name: string, [icon, palette]: Motif): string =>
  svg(
    markSide,
    markSide,
    markLayouts[hashOf(name) % markLayouts.length]?.(icon, palettes[palette], hashOf(name)) ?? '',
  );

const [posterWidth, posterHeight] = [1200, 480];
const field = (color: string) => rect(0, 0, posterWidth, posterHeight, color);

/* The subject is in the middle third, because a square crop shows no more. */
const posterLayouts: readonly Layout[] = [
  // A large icon over a disc, cut by the lower edge.
  (icon, [back, shade, tone, paper, accent], seed) =>
    field(back) +
    times(9, (nth) =>
      path(
        `M${nth * 180 - 320} 480 ${nth * 180 - 80} 0H${nth * 180 - 20}L${nth * 180 - 260} 480Z`,
        shade,
        0.35,
      ),
    ) +
    circle(600, 300, 230, tone, 0.9) +
    circle(730 - (seed % 3) * 130, 130, 46, accent) +
    iconAt(icon, { x: 600, y: 268, size: 300, color: paper, width: 1.6 }),
  // Arcs from the lower edge, with the icon in the inner one.
  (icon, [back, shade, tone, paper, accent]) =>
    field(back) +
    [430, 350, 270]
      .map((r, nth) => circle(600, 470, r, [shade, tone, back][nth] ?? tone, nth === 0 ? 0.6 : 1))
      .join('') +
    ring(600, 470, 310, accent, 8) +
    iconAt(icon, { x: 600, y: 328, size: 210, color: paper, width: 1.9 }),
  // A staggered pattern of the icon, with one in the accent color.
  (icon, [back, shade, tone, paper, accent]) =>
    field(shade) +
    times(50, (nth) => {
      const [column, row] = [nth % 10, Math.floor(nth / 10)];
      const isHero = column === 4 && row === 2;
      return isHero
        ? ''
        : iconAt(icon, {
            x: column * 130 + (row % 2) * 65 - 10,
            y: row * 112 + 16,
            size: 66,
            color: tone,
            turn: ((column + row) % 3) * 14 - 14,
            opacity: 0.75,
          });
    }) +
    circle(600, 240, 160, back) +
    ring(600, 240, 160, accent, 10) +
    iconAt(icon, { x: 600, y: 240, size: 180, color: paper, width: 1.9 }),
  // Hills under a sun.
  (icon, [back, shade, tone, paper, accent], seed) =>
    field(back) +
    circle(600 + ((seed % 5) - 2) * 70, 190, 130, accent, 0.95) +
    path('M0 330Q180 220 360 300T720 280T1200 250V480H0Z', tone, 0.85) +
    path('M0 400Q240 300 520 380T1200 340V480H0Z', shade) +
    iconAt(icon, { x: 600, y: 246, size: 250, color: paper, width: 1.8 }),
  // Tiles with the icon in the middle.
  (icon, [back, shade, tone, paper, accent], seed) =>
    field(back) +
    times(40, (nth) => {
      const [x, y] = [(nth % 10) * 120, Math.floor(nth / 10) * 120];
      const pick = scatter(seed, nth) % 7;
      const color = [shade, tone, accent, shade, tone][scatter(seed, nth + 50) % 5] ?? tone;
      if (x >= 480 && x < 720 && y >= 120 && y < 360) return '';
      if (pick === 0) return path(`M${x} ${y}h120a120 120 0 0 1-120 120Z`, color);
      if (pick === 1) return path(`M${x + 120} ${y + 120}h-120a120 120 0 0 1 120-120Z`, color);
      if (pick === 2) return circle(x + 60, y + 60, 34, color);
      if (pick === 3) return path(`M${x} ${y}h120l-120 120Z`, color);
      if (pick === 4) return rect(x, y, 120, 120, color);
      if (pick === 5) return path(`M${x} ${y + 60}a60 60 0 0 1 120 0Z`, color);
      return '';
    }) +
    rect(480, 120, 240, 240, paper) +
    iconAt(icon, { x: 600, y: 240, size: 172, color: shade === paper ? back : shade, width: 1.9 }),
  // Beams of a stage.
  (icon, [back, shade, tone, paper, accent]) =>
    field(shade) +
    path('M470-20 180 500H520Z', back, 0.75) +
    path('M730-20 1020 500H680Z', back, 0.75) +
    path('M600-60 380 500H820Z', tone, 0.55) +
    `<ellipse cx="600" cy="440" rx="250" ry="34" fill="${accent}" opacity="0.9"/>` +
    iconAt(icon, { x: 600, y: 258, size: 250, color: paper, width: 1.8 }),
  // Waves.
  (icon, [back, shade, tone, paper, accent]) =>
    field(back) +
    circle(600, 210, 150, shade, 0.7) +
    iconAt(icon, { x: 600, y: 200, size: 220, color: paper, width: 1.9 }) +
    [330, 380, 430]
      .map((y, nth) =>
        path(
          `M${-120 + nth * 60} ${y}${'q60-44 120 0t120 0'.repeat(6)}V480H-120Z`,
          [tone, shade, accent][nth] ?? tone,
          nth === 2 ? 0.9 : 0.8,
        ),
      )
      .join(''),
  // Confetti around the icon.
  (icon, [back, shade, tone, paper, accent], seed) =>
    field(back) +
    times(60, (nth) => {
      const [x, y, turn] = [
        scatter(seed, nth) % posterWidth,
        scatter(seed, nth + 100) % posterHeight,
        scatter(seed, nth + 200) % 180,
      ];
      if (Math.abs(x - 600) < 190 && Math.abs(y - 240) < 170) return '';
      const color = [shade, tone, accent, paper][nth % 4] ?? tone;
      return `<g transform="translate(${x} ${y}) rotate(${turn})">${nth % 3 === 0 ? circle(0, 0, 16, color) : nth % 3 === 1 ? rect(-26, -7, 52, 14, color) : path('M-20 16 0-20 20 16Z', color)}</g>`;
    }) +
    circle(600, 240, 170, paper) +
    iconAt(icon, { x: 600, y: 240, size: 190, color: shade === paper ? back : shade, width: 1.9 }),
];

/** Draws the poster of an event. */
export const drawPoster = (name: string, [icon, palette]: Motif): string =>
  svg(
    posterWidth,
    posterHeight,
    posterLayouts[hashOf(name) % posterLayouts.length]?.(icon, palettes[palette], hashOf(name)) ??
      '',
  );
