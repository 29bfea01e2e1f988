import { scatter } from '../../web/src/lib/name-hash.ts';
import { circle, iconAt, path, rect, svg, times } from './shapes.ts';

/* Drawn scenes for pictures of posts, messages and files. */

const [width, height] = [1200, 800];
const scene = (...parts: readonly string[]) => svg(width, height, parts.join(''));
const sky = (top: string, bottom: string, id: string) =>
  `<defs><linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>${rect(0, 0, width, height, `url(#${id})`)}`;

/** A head with shoulders. */
const person = (x: number, y: number, size: number, skin: string, hair: string, shirt: string) =>
  path(
    `M${x - size * 0.62} ${y + size * 1.5}a${size * 0.62} ${size * 0.78} 0 0 1 ${size * 1.24} 0Z`,
    shirt,
  ) +
  circle(x, y + size * 0.36, size * 0.3, skin) +
  path(
    `M${x - size * 0.31} ${y + size * 0.36}a${size * 0.31} ${size * 0.33} 0 0 1 ${size * 0.62} 0q-${size * 0.12}-${size * 0.16} -${size * 0.34} -${size * 0.14}t-${size * 0.28} ${size * 0.14}Z`,
    hair,
  );
const skins = ['#f2c9a4', '#c98d5e', '#8a5a3a', '#e8b48a', '#5f3c28'];
const hairs = ['#2b1d16', '#6b3d1e', '#151515', '#b9793a', '#3b2a22'];
const shirts = ['#c9553f', '#2f7f7a', '#e0a53c', '#4a5fae', '#7a4a8f', '#f3efe4'];
const people = (
  n: number,
  seed: number,
  { y, size, from, to }: { y: number; size: number; from: number; to: number },
) =>
  times(n, (nth) =>
    person(
      from + ((to - from) * (nth + 0.5)) / n,
      y + (scatter(seed, nth) % 30),
      size,
      skins[scatter(seed, nth + 20) % skins.length] ?? '',
      hairs[scatter(seed, nth + 40) % hairs.length] ?? '',
      shirts[scatter(seed, nth + 60) % shirts.length] ?? '',
    ),
  );

const leafy = (x: number, y: number, r: number, color: string, trunk = '#5b4030') =>
  rect(x - r * 0.09, y, r * 0.18, r * 1.25, trunk) +
  circle(x, y, r, color) +
  circle(x - r * 0.6, y + r * 0.35, r * 0.6, color) +
  circle(x + r * 0.6, y + r * 0.35, r * 0.62, color);

const plant = (x: number, y: number, size: number, color: string) =>
  times(5, (nth) => {
    const turn = nth * 26 - 52;
    return `<g transform="translate(${x} ${y}) rotate(${turn})">${path(`M0 0q${size * 0.3}-${size * 0.6} 0-${size}q-${size * 0.3} ${size * 0.4} 0 ${size}Z`, color)}</g>`;
  }) +
  path(
    `M${x - size * 0.3} ${y}h${size * 0.6}l-${size * 0.08} ${size * 0.42}h-${size * 0.44}Z`,
    '#b5633c',
  );

const bunting = (y: number, colors: readonly string[]) =>
  times(16, (nth) => {
    const x = nth * 80 - 20;
    const sag = Math.sin((nth / 15) * Math.PI) * 50;
    return path(`M${x} ${y + sag}h60l-30 56Z`, colors[nth % colors.length] ?? '');
  });

/** The scenes by file name. */
export const scenes: Readonly<Record<string, string>> = {
  greenhouse: scene(
    sky('#fbe6c4', '#f6c992', 'a'),
    circle(860, 250, 120, '#fff3d6', 0.9),
    path('M180 640V330L600 120l420 210v310Z', '#e6f2ec', 0.75),
    times(7, (nth) => rect(176 + nth * 140, 330, 8, 310, '#3f6f62')),
    path('M172 334 600 116l428 218-6 12L600 134 178 346Z', '#3f6f62'),
    rect(172, 480, 856, 8, '#3f6f62'),
    times(6, (nth) =>
      plant(
        250 + nth * 140,
        610,
        120 + (nth % 3) * 40,
        ['#2f7a4f', '#4c9a5b', '#1f5c45'][nth % 3] ?? '',
      ),
    ),
    rect(0, 650, 1200, 150, '#8a5b3c'),
    rect(0, 650, 1200, 18, '#6f452b'),
    path('M480 640V430h240v210Z', '#c6ddd2', 0.6),
  ),
  stairs: scene(
    rect(0, 0, 1200, 800, '#d8d2c6'),
    path('M0 0h560v800H0Z', '#c7bfae'),
    times(10, (nth) =>
      rect(200 + nth * 90, 720 - nth * 66, 1200, 33, nth % 2 === 0 ? '#a85f3b' : '#b8704a'),
    ),
    times(10, (nth) => rect(200 + nth * 90, 753 - nth * 66, 1200, 33, '#7d4128')),
    path('M150 620 1100-80v34L150 654Z', '#2f3b46'),
    times(9, (nth) => rect(210 + nth * 90, 590 - nth * 66, 8, 140, '#2f3b46')),
    rect(110, 120, 220, 260, '#f9edc8'),
    path(
      'M110 120h220v260H110Zm14 14v112h90V134Zm106 0v112h86V134ZM124 260v106h90V260Zm106 0v106h86V260Z',
      '#5b5246',
    ),
    path('M110 380 20 800h420L330 380Z', '#fff6d8', 0.28),
  ),
  campus: scene(
    sky('#9fd0ee', '#e9f4f3', 'b'),
    circle(220, 170, 70, '#ffe29a'),
    times(
      4,
      (nth) =>
        `<g opacity="0.8">${circle(520 + nth * 190, 130 + (nth % 2) * 60, 34, '#fff')}${circle(560 + nth * 190, 120 + (nth % 2) * 60, 46, '#fff')}${circle(606 + nth * 190, 134 + (nth % 2) * 60, 32, '#fff')}</g>`,
    ),
    rect(80, 380, 300, 260, '#b6604a'),
    times(12, (nth) =>
      rect(112 + (nth % 4) * 66, 420 + Math.floor(nth / 4) * 70, 36, 44, '#f7e7c4'),
    ),
    path('M60 380 230 300l170 80Z', '#7c3a2c'),
    rect(520, 240, 130, 400, '#d9c7a4'),
    path('M500 240 585 120l85 120Z', '#3e5f73'),
    circle(585, 310, 40, '#fffaf0'),
    path('M583 280h5v32l22 14-3 4-24-15Z', '#3e5f73'),
    rect(650, 400, 430, 240, '#cfd8d6'),
    times(18, (nth) =>
      rect(
        680 + (nth % 6) * 64,
        430 + Math.floor(nth / 6) * 66,
        44,
        46,
        nth % 5 === 0 ? '#ffe6a6' : '#7fa3b5',
      ),
    ),
    path('M0 620q300-40 600 0t600-10v190H0Z', '#7fa45a'),
    leafy(60, 560, 60, '#4d8247'),
    leafy(450, 570, 52, '#5d9450'),
    leafy(1110, 545, 74, '#3f7340'),
    path('M520 800q30-110 70-170h30q-10 90 20 170Z', '#e8dcbf'),
  ),
  river: scene(
    sky('#f4a97c', '#fde3bd', 'c'),
    circle(600, 380, 110, '#fff1cf'),
    path('M0 400q160-70 320-20t300-20 300 10 280-20v120H0Z', '#8b6f8f', 0.7),
    path('M0 440q200-40 420-6t420-10 360 6v80H0Z', '#5b5573'),
    rect(0, 480, 1200, 320, '#d98f78'),
    path('M540 490h120l60 310H480Z', '#fff1cf', 0.55),
    times(22, (nth) =>
      rect(
        scatter(5, nth) % 1100,
        510 + (scatter(5, nth + 30) % 270),
        60 + (scatter(5, nth + 60) % 120),
        5,
        '#fbe0c2',
      ),
    ),
    path('M180 610q220 40 440 0l-30 26q-190 20-380 0Z', '#3a2f3f'),
    times(4, (nth) =>
      person(260 + nth * 90, 512, 70, skins[nth] ?? '', hairs[nth] ?? '', '#3a2f3f'),
    ),
    times(4, (nth) => path(`M${270 + nth * 90} 590 ${200 + nth * 90} 690h6l70-96Z`, '#3a2f3f')),
  ),
  evening: scene(
    rect(0, 0, 1200, 800, '#2a2140'),
    times(26, (nth) => circle(nth * 48, 70 + Math.sin(nth / 2) * 26, 9, '#ffd777', 0.95)),
    rect(80, 150, 300, 220, '#3c3159'),
    rect(820, 150, 300, 220, '#3c3159'),
    iconAt('sixteenth-notes', { x: 230, y: 260, size: 120, color: '#f2b3c0', width: 1.5 }),
    iconAt('mountain', { x: 970, y: 260, size: 120, color: '#9fd0b8', width: 1.5 }),
    people(7, 11, { y: 330, size: 150, from: 90, to: 1110 }),
    path('M0 590h1200v210H0Z', '#7d4f34'),
    path('M0 590h1200v24H0Z', '#a0694a'),
    times(
      7,
      (nth) =>
        circle(140 + nth * 155, 680, 44, '#f3efe4') +
        circle(140 + nth * 155, 680, 28, ['#e0a53c', '#7fa45a', '#c9553f'][nth % 3] ?? ''),
    ),
  ),
  talk: scene(
    rect(0, 0, 1200, 800, '#efe6d6'),
    rect(300, 90, 600, 340, '#fffdf8'),
    rect(300, 90, 600, 12, '#3a4a55'),
    times(5, (nth) =>
      rect(
        370 + nth * 100,
        380 - [90, 150, 120, 210, 240][nth]!,
        60,
        [90, 150, 120, 210, 240][nth]!,
        nth === 4 ? '#d9713c' : '#8fb3c4',
      ),
    ),
    rect(350, 380, 500, 6, '#3a4a55'),
    person(1010, 270, 200, '#8a5a3a', '#151515', '#2f7f7a'),
    rect(0, 640, 1200, 160, '#c9b38f'),
    people(6, 23, { y: 520, size: 170, from: 60, to: 1140 }),
  ),
  room: scene(
    rect(0, 0, 1200, 800, '#f6efe2'),
    rect(0, 600, 1200, 200, '#d3a873'),
    rect(150, 110, 420, 340, '#bfe0ef'),
    path('M150 360q110-90 220-20t200-30v140H150Z', '#86b374'),
    path('M150 110h420v340H150Zm14 14v312h188V124Zm204 0v312h188V124Z', '#ffffff'),
    path('M150 450-80 800h560l90-350Z', '#fff8de', 0.5),
    rect(720, 420, 360, 22, '#8a5a3a'),
    rect(750, 442, 16, 200, '#8a5a3a'),
    rect(1034, 442, 16, 200, '#8a5a3a'),
    plant(1010, 400, 130, '#3f8a57'),
    iconAt('lamp-desk', { x: 800, y: 356, size: 130, color: '#2f3b46', width: 1.6 }),
    rect(860, 396, 90, 24, '#c9553f'),
    rect(870, 374, 76, 22, '#4a5fae'),
    path('M720 120h360v200H720Z', '#e7dcc7'),
    iconAt('book-open', { x: 900, y: 220, size: 130, color: '#b5633c', width: 1.4 }),
    rect(560, 560, 120, 120, '#7a4a8f'),
    rect(440, 590, 90, 90, '#e0a53c'),
  ),
  trail: scene(
    sky('#f7d9a6', '#fdf3dc', 'd'),
    times(14, (nth) =>
      leafy(
        40 + nth * 90,
        250 + (scatter(9, nth) % 90),
        60 + (scatter(9, nth + 20) % 36),
        ['#d9713c', '#e0a53c', '#b94a2f', '#c98a2f'][scatter(9, nth + 40) % 4] ?? '',
      ),
    ),
    path('M0 470q300-70 620-20t580-10v360H0Z', '#a9863f'),
    path('M0 560q300-50 600 0t600-20v260H0Z', '#8a6a30'),
    path('M430 800q60-180 210-260 90-50 40-90h-40q40 40-70 100Q400 640 250 800Z', '#ead4a6'),
    person(520, 530, 120, '#c98d5e', '#2b1d16', '#2f7f7a'),
    person(640, 500, 104, '#f2c9a4', '#6b3d1e', '#c9553f'),
    person(730, 478, 92, '#5f3c28', '#151515', '#4a5fae'),
    times(
      30,
      (nth) =>
        `<g transform="translate(${scatter(3, nth) % 1200} ${480 + (scatter(3, nth + 40) % 310)}) rotate(${scatter(3, nth + 80) % 180})">${path('M0-8q8 8 0 16q-8-8 0-16Z', ['#d9713c', '#e0a53c', '#b94a2f'][nth % 3] ?? '')}</g>`,
    ),
  ),
  fair: scene(
    sky('#bfe3f2', '#f1f8f4', 'e'),
    bunting(70, ['#c9553f', '#e0a53c', '#2f7f7a', '#4a5fae', '#7a4a8f']),
    path('M0 560h1200v240H0Z', '#8db36a'),
    times(4, (nth) => {
      const [x, color] = [50 + nth * 285, ['#c9553f', '#2f7f7a', '#4a5fae', '#e0a53c'][nth] ?? ''];
      return (
        rect(x + 14, 320, 10, 260, '#5b4030') +
        rect(x + 216, 320, 10, 260, '#5b4030') +
        path(`M${x} 330 ${x + 40} 230h160l40 100Z`, color) +
        times(6, (part) =>
          path(`M${x + part * 40} 330h40a20 24 0 0 1-40 0Z`, part % 2 === 0 ? '#fffaf0' : color),
        ) +
        rect(x + 10, 500, 220, 90, '#f3e2c4') +
        iconAt(['mountain', 'sixteenth-notes', 'atom', 'bike'][nth] ?? 'star', {
          x: x + 120,
          y: 545,
          size: 66,
          color,
        })
      );
    }),
    people(8, 31, { y: 560, size: 140, from: 40, to: 1160 }),
  ),
  stage: scene(
    rect(0, 0, 1200, 800, '#1b1530'),
    times(5, (nth) =>
      path(
        `M${160 + nth * 220}-20 ${20 + nth * 220} 640h280Z`,
        ['#7a4a8f', '#c9553f', '#e0a53c', '#2f7f7a', '#4a5fae'][nth] ?? '',
        0.28,
      ),
    ),
    rect(0, 600, 1200, 40, '#3a2f55'),
    iconAt('drum', { x: 600, y: 500, size: 190, color: '#f2f0ff', width: 1.4 }),
    iconAt('guitar', { x: 340, y: 470, size: 230, color: '#ffd777', width: 1.3 }),
    iconAt('mic-vocal', { x: 850, y: 460, size: 210, color: '#f2b3c0', width: 1.3 }),
    times(
      15,
      (nth) =>
        circle(40 + nth * 82, 700 + (nth % 3) * 22, 44, '#0d0a1c') +
        rect(0 + nth * 82, 720 + (nth % 3) * 22, 84, 120, '#0d0a1c'),
    ),
  ),
  workshop: scene(
    rect(0, 0, 1200, 800, '#e9dcc3'),
    rect(120, 90, 960, 330, '#c79a62'),
    times(6, (nth) =>
      iconAt(['hammer', 'wrench', 'scissors', 'pencil', 'ruler', 'drill'][nth] ?? 'star', {
        x: 230 + nth * 148,
        y: 250,
        size: 110,
        color: '#4a2f1a',
        width: 1.7,
      }),
    ),
    times(40, (nth) =>
      circle(150 + (nth % 20) * 48, 120 + Math.floor(nth / 20) * 270, 5, '#a67a45'),
    ),
    rect(0, 560, 1200, 50, '#8a5a3a'),
    rect(90, 610, 40, 190, '#6b422a'),
    rect(1070, 610, 40, 190, '#6b422a'),
    iconAt('bike', { x: 620, y: 470, size: 200, color: '#2f7f7a', width: 1.3 }),
    person(240, 390, 150, '#e8b48a', '#6b3d1e', '#4a5fae'),
    person(960, 390, 150, '#5f3c28', '#151515', '#c9553f'),
  ),
  kitchen: scene(
    rect(0, 0, 1200, 800, '#fbeedb'),
    times(60, (nth) =>
      rect(
        (nth % 12) * 100 + 2,
        Math.floor(nth / 12) * 80 + 2,
        96,
        76,
        nth % 7 === 3 ? '#cfe3dd' : '#e5f0ec',
      ),
    ),
    rect(0, 400, 1200, 30, '#8a5a3a'),
    rect(0, 430, 1200, 370, '#2f6f68'),
    times(
      4,
      (nth) =>
        rect(60 + nth * 290, 480, 230, 260, '#39837b') + circle(90 + nth * 290, 610, 10, '#f3c86a'),
    ),
    iconAt('cooking-pot', { x: 330, y: 310, size: 190, color: '#c9482f', width: 1.6 }),
    iconAt('soup', { x: 620, y: 316, size: 170, color: '#3a2f3f', width: 1.6 }),
    iconAt('carrot', { x: 860, y: 330, size: 120, color: '#d9713c', width: 1.8 }),
    iconAt('chef-hat', { x: 1030, y: 320, size: 130, color: '#5a3512', width: 1.6 }),
  ),
  banner: scene(
    rect(0, 0, 1200, 800, '#215741'),
    times(30, (nth) =>
      circle(
        scatter(17, nth) % 1200,
        scatter(17, nth + 40) % 800,
        14 + (scatter(17, nth + 80) % 30),
        ['#3b7f5f', '#143c2c', '#f3b64b'][nth % 3] ?? '',
        0.6,
      ),
    ),
    rect(180, 240, 840, 320, '#f3f4e3'),
    iconAt('trees', { x: 340, y: 400, size: 200, color: '#215741', width: 1.6 }),
    `<text x="480" y="390" font-family="Figtree, sans-serif" font-size="92" font-weight="700" fill="#143c2c">Open day</text><text x="482" y="470" font-family="Figtree, sans-serif" font-size="40" fill="#3b7f5f">Come by, bring a friend</text>`,
  ),
};
