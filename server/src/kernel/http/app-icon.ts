import sharp from 'sharp';

/** Sides of the icon in pixels, as systems ask for them (https://web.dev/articles/add-manifest). */
export const iconSides = [192, 512] as const;
export type IconSide = (typeof iconSides)[number];

/** The mark of web/public/favicon.svg: an open ring, in units of 32 from its middle. Drawn here, since no SVG is ever read on a server. */
const ring = { radius: 7, half: 1.7, endX: 5.88, endY: 3.8 };

/** How far a point is from the edge of the mark; negative inside. */
const distance = (x: number, y: number): number => {
  const { radius, half, endX, endY } = ring;
  const isOpen = x > 0 && Math.abs(y) * endX < x * endY;
  const [dx, dy] = [x - endX, Math.abs(y) - endY];
  return (
    (isOpen ? Math.sqrt(dx * dx + dy * dy) : Math.abs(Math.sqrt(x * x + y * y) - radius)) - half
  );
};

const channel = (value: number): number =>
  value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** White where it stands out enough on the colour, as WCAG counts, else nearly black. */
const inkOn = (rgb: readonly number[]): readonly number[] => {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => channel(value / 255));
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) >= 3 ? [255, 255, 255] : [20, 20, 22];
};

/** The icon of a campus on somebody's home screen: its mark on the school's colour (`rrggbb`), without corners, which the system cuts. */
export const drawIcon = (color: string, side: IconSide): Promise<Buffer> => {
  const ground = [0, 2, 4].map((at) =>
    Number.parseInt(color.replace('#', '').slice(at, at + 2), 16),
  );
  const ink = inkOn(ground);
  const pixels = Buffer.alloc(side * side * 3);
  const unit = 32 / side;
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      // A pixel that the edge crosses is as much of the mark as lies inside.
      const inside = 0.5 - distance((column + 0.5) * unit - 16, (row + 0.5) * unit - 16) / unit;
      const share = Math.min(1, Math.max(0, inside));
      for (let c = 0; c < 3; c += 1)
        pixels[(row * side + column) * 3 + c] =
          (ink[c] ?? 0) * share + (ground[c] ?? 0) * (1 - share);
    }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
};
