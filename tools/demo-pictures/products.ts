import { circle, path, rect, ring, svg, times } from './shapes.ts';

/* Drawn pictures of a store's products. */

const [width, height] = [1200, 800];
/** An object in the middle of a plain ground, with a soft shadow below it. */
const product = (ground: string, ...parts: readonly string[]) =>
  svg(
    width,
    height,
    `${rect(0, 0, width, height, ground)}<ellipse cx="600" cy="690" rx="300" ry="30" fill="#000" opacity="0.12"/>${parts.join('')}`,
  );
const line = (d: string, color: string, thickness: number) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${thickness}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Mountains with a path, in a box. */
const ridge = (x: number, y: number, size: number, back: string, front: string) =>
  path(
    `M${x - size} ${y}l${size * 0.7}-${size * 0.8} ${size * 0.4} ${size * 0.4} ${size * 0.25}-${size * 0.25} ${size * 0.65} ${size * 0.65}Z`,
    back,
  ) +
  path(
    `M${x - size} ${y}l${size * 0.5}-${size * 0.35} ${size * 0.5} ${size * 0.2} ${size * 0.45}-${size * 0.3} ${size * 0.55} ${size * 0.45}Z`,
    front,
  );

/** The pictures by file name. */
export const products: Readonly<Record<string, string>> = {
  shirt: product(
    '#e7eee9',
    path(
      'M455 150 290 225l-80 190 110 50 45-80v310h470V385l45 80 110-50-80-190-165-75q-70 70-145 70t-145-70Z',
      '#2f6b54',
    ),
    path('M455 150q75 120 145 120t145-120l-28-12q-50 74-117 74t-117-74Z', '#234f3e'),
    ridge(600, 520, 150, '#bfe0cf', '#f3efe4'),
    circle(690, 400, 26, '#f2c14e'),
    line('M365 385v-40M835 385v-40', '#234f3e', 6),
  ),
  mug: product(
    '#f3ead9',
    ring(800, 440, 120, '#f7f4ec', 46),
    ring(800, 440, 97, '#2b4a5f', 6),
    path('M360 240h440v400q0 50-50 50H410q-50 0-50-50Z', '#f7f4ec'),
    path('M360 240h440v26H360Z', '#2b4a5f'),
    `<ellipse cx="580" cy="240" rx="220" ry="34" fill="#2b4a5f"/><ellipse cx="580" cy="242" rx="194" ry="25" fill="#6b4329"/>`,
    ridge(580, 560, 140, '#8fb3a2', '#2f6b54'),
    circle(420, 620, 9, '#2b4a5f', 0.4),
    circle(720, 350, 6, '#2b4a5f', 0.4),
    times(3, (nth) =>
      line(`M${500 + nth * 80} 180q-24-30 0-60t0-60`, nth === 1 ? '#d9ccb4' : '#e3d8c4', 12),
    ),
  ),
  beanie: product(
    '#e9e4f0',
    circle(600, 160, 84, '#f3efe4'),
    times(16, (nth) => {
      const turn = (nth / 16) * Math.PI * 2;
      return line(
        `M600 160l${Math.round(Math.cos(turn) * 92)} ${Math.round(Math.sin(turn) * 92)}`,
        '#e2dbc8',
        10,
      );
    }),
    path('M330 560q-10-350 270-350t270 350Z', '#b4473a'),
    times(7, (nth) =>
      line(`M${390 + nth * 70} 540q${(3 - nth) * -18}-190 ${(3 - nth) * 34}-300`, '#9c3a2f', 8),
    ),
    path('M340 420h520l10 70H334Z', '#f3efe4'),
    times(8, (nth) => path(`M${350 + nth * 64} 484l32-52 32 52Z`, '#2f6b54')),
    path('M300 550q0-26 26-26h548q26 0 26 26v96q0 26-26 26H326q-26 0-26-26Z', '#8f3329'),
    times(14, (nth) => line(`M${330 + nth * 42} 545v106`, '#7c2b22', 10)),
  ),
  map: product(
    '#dfeaf2',
    path('M250 210 480 150v480l-230 60Z', '#f2ead2'),
    path('M480 150 720 210v480l-240-60Z', '#e6dcbe'),
    path('M720 210 950 150v480l-230 60Z', '#f2ead2'),
    path('M250 420q120-70 230-30v240l-230 60Z', '#b9d6b0'),
    path('M720 330q110 60 230-40v340l-230 60Z', '#cfe0b8'),
    path('M480 300q110 40 240-30v60q-130 80-240 30Z', '#9cc4dc'),
    line('M300 600q90-120 170-90t110-120 130 20 90-110 110-40', '#b4473a', 10),
    line('M300 600q90-120 170-90t110-120 130 20 90-110 110-40', '#f2ead2', 3),
    ridge(830, 500, 80, '#7ea487', '#56826a'),
    path('M900 190a34 34 0 0 1 68 0q0 34-34 70-34-36-34-70Z', '#b4473a'),
    circle(934, 190, 13, '#fff'),
    circle(300, 600, 15, '#2b4a5f'),
  ),
  kit: product(
    '#f6e3dd',
    path(
      'M470 230v-50q0-40 40-40h180q40 0 40 40v50h-48v-36q0-10-10-10H528q-10 0-10 10v36Z',
      '#7c2b22',
    ),
    path('M290 260q0-34 34-34h552q34 0 34 34v396q0 34-34 34H324q-34 0-34-34Z', '#c0392b'),
    path('M290 420h620v22H290Z', '#962d22'),
    circle(600, 460, 128, '#fff'),
    path('M566 376h68v50h50v68h-50v50h-68v-50h-50v-68h50Z', '#c0392b'),
    rect(380, 400, 46, 60, '#e8c15a'),
    rect(774, 400, 46, 60, '#e8c15a'),
  ),
  stickers: product(
    '#e8efe2',
    ...(
      [
        [380, 290, '#2f6b54', -8],
        [610, 240, '#e0a53c', 5],
        [830, 310, '#4a5fae', -4],
        [410, 540, '#b4473a', 6],
        [640, 500, '#2b4a5f', -5],
        [850, 560, '#7a4a8f', 8],
      ] as const
    ).map(
      ([x, y, color, turn], nth) =>
        `<g transform="rotate(${turn} ${x} ${y})">${circle(x, y + 6, 104, '#000', 0.12)}${circle(x, y, 104, '#fff')}${circle(x, y, 92, color)}${
          [
            ridge(x, y + 36, 60, '#bfe0cf', '#f3efe4'),
            circle(x, y, 34, '#fff3d6') +
              times(8, (ray) => {
                const at = (ray / 8) * Math.PI * 2;
                return line(
                  `M${Math.round(x + Math.cos(at) * 48)} ${Math.round(y + Math.sin(at) * 48)}l${Math.round(Math.cos(at) * 16)} ${Math.round(Math.sin(at) * 16)}`,
                  '#fff3d6',
                  8,
                );
              }),
            path(`M${x - 44} ${y + 36}l44-84 44 84Z`, '#f3efe4') +
              path(`M${x - 12} ${y + 36}l12-34 12 34Z`, '#4a5fae'),
            path(`M${x - 46} ${y - 6}q46-70 92 0l-10 12q-36-44-72 0Z`, '#f3efe4') +
              circle(x, y + 26, 14, '#f3efe4'),
            line(
              `M${x - 44} ${y + 20}q22-34 44 0t44 0M${x - 44} ${y - 14}q22-34 44 0t44 0`,
              '#9cc4dc',
              12,
            ),
            path(`M${x} ${y - 52}q56 52 0 104q-56-52 0-104Z`, '#d9c6e6') +
              line(`M${x} ${y - 30}v84`, '#7a4a8f', 5),
          ][nth] ?? ''
        }</g>`,
    ),
  ),
};
