import sharp from 'sharp';

/** Icon sizes in pixels that systems request (https://web.dev/articles/add-manifest). */
export const iconSides = [192, 512] as const;
export type IconSide = (typeof iconSides)[number];

/**
 * The logo of web/public/favicon.svg: an open ring, in units of 1/32 of the icon from its center. We draw it here, because the server never
 * reads SVG.
 */
const ring = { radius: 7, half: 1.7, endX: 5.88, endY: 3.8 };

/** Returns the distance of a point from the edge of the logo, negative inside. */
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

/** Returns white if it has enough contrast to the color by WCAG, or else near-black. */
const inkOn = (rgb: readonly number[]): readonly number[] => {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => channel(value / 255));
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) >= 3 ? [255, 255, 255] : [20, 20, 22];
};

/** Draws the school's home screen icon: the logo on the school's color (`rrggbb`). Systems round the corners. */
export const drawIcon = (color: string, side: IconSide): Promise<Buffer> => {
  const ground = [0, 2, 4].map((at) =>
    Number.parseInt(color.replace('#', '').slice(at, at + 2), 16),
  );
  const ink = inkOn(ground);
  const pixels = Buffer.alloc(side * side * 3);
  const unit = 32 / side;
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      // Anti-aliasing: a pixel on the edge gets the color in proportion to its part inside.
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
