/** Converts between sRGB and OKLCH, and computes WCAG contrast. Colors are `[r, g, b]` of 0–1, or `#rrggbb`. */
export type Rgb = readonly [number, number, number];

export interface Oklch {
  l: number;
  c: number;
  h: number;
}

/** Parses `005fbf`, `#005fbf` or `#05b`. Returns null for anything else. */
export function parseHex(text: string): Rgb | null {
  const digits = text.trim().replace(/^#/, '');
  const full = /^[0-9a-f]{3}$/i.test(digits) ? digits.replace(/./g, '$&$&') : digits;
  if (!/^[0-9a-f]{6}$/i.test(full)) return null;
  const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

export const toHex = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const gamma = (part: number) =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;

export const luminance = ([r, g, b]: Rgb): number =>
  0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

export function contrast(one: Rgb, other: Rgb): number {
  const a = luminance(one);
  const b = luminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** https://bottosson.github.io/posts/oklab/ */
export function toOklch([red, green, blue]: Rgb): Oklch {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(A, B),
    h: Math.atan2(B, A),
  };
}

function unclamped({ l: L, c, h }: Oklch): Rgb {
  const [A, B] = [c * Math.cos(h), c * Math.sin(h)];
  const l = (L + 0.3963377774 * A + 0.2158037573 * B) ** 3;
  const m = (L - 0.1055613458 * A - 0.0638541728 * B) ** 3;
  const s = (L - 0.0894841775 * A - 1.291485548 * B) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Returns the nearest displayable color: lightness and hue stay, chroma is reduced. */
export function fromOklch({ l, c, h }: Oklch): Rgb {
  const lightness = Math.min(1, Math.max(0, l));
  const fits = (chroma: number) =>
    unclamped({ l: lightness, c: chroma, h }).every((part) => part >= -1e-4 && part <= 1.0001);
  let chroma = c;
  if (!fits(c)) {
    let low = 0;
    let high = c;
    for (let step = 0; step < 16; step++) {
      chroma = (low + high) / 2;
      if (fits(chroma)) low = chroma;
      else high = chroma;
    }
    chroma = low;
  }
  const [r, g, b] = unclamped({ l: lightness, c: chroma, h });
  const shown = (part: number) => gamma(Math.min(1, Math.max(0, part)));
  return [shown(r), shown(g), shown(b)];
}

/** Mixes `share` of the first color over the second. */
export function mix(over: Rgb, under: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => over[at] * share + under[at] * (1 - share);
  return [part(0), part(1), part(2)];
}
