import type { defaultSchoolColor, School } from '#contract/schools/endpoints.ts';
import { isTextBlackOn } from '#contract/text-on-color.ts';
import { contrast, fromOklch, mix, parseHex, toHex, toOklch, type Rgb } from './color.ts';

/**
 * The school color adapted for the app: `applySchoolTheme(school)` before the first render (SCH-01). `schemeColors` is pure:
 * every text color it returns has a contrast of at least 4.5:1, whatever the school selects.
 */

// The contract's color. Its type makes this fail to compile if the contract changes.
const defaultColor: typeof defaultSchoolColor = '005fbf';

const black: Rgb = [0, 0, 0];
const white: Rgb = [1, 1, 1];
const readable = 4.5;
/** The icon of a school without one, as in index.html. */
const ownIcon = '/favicon.svg';
/** The minimum contrast for a visible tint. Otherwise, buttons would be invisible with a white or black school color. */
const visible = 1.13;

/** Returns the text color on the school color: black from a brightness of 128, otherwise white (SCH-02). */
export function textOn(color: string): '#000000' | '#ffffff' {
  const [r, g, b] = parseHex(color) ?? rgb(defaultColor);
  return isTextBlackOn(r * 255, g * 255, b * 255) ? '#000000' : '#ffffff';
}

/** The backgrounds of text, with the same numbers as styles/tokens.css. */
const surfaces = {
  light: {
    all: ['#ffffff', '#f7f6f4', '#f1efec'],
    surface: '#ffffff',
    softness: 0.09,
    textContrast: readable,
  },
  dark: {
    all: ['#1a191c', '#121113', '#222125', '#252428'],
    surface: '#1a191c',
    softness: 0.17,
    textContrast: 5.5,
  },
} as const;

export type Scheme = keyof typeof surfaces;

export interface SchemeColors {
  /** The fill of primary buttons and of the user's own items. */
  brand: string;
  /** Text on the fill. */
  onBrand: string;
  /** The tint behind the active item. */
  brandSoft: string;
  /** The school color as text, on every surface and on the tint; also the focus ring. */
  brandText: string;
  /** The border of a primary button whose fill would be invisible on the surface. */
  brandEdge: string;
}

export function schemeColors(color: string, scheme: Scheme): SchemeColors {
  const raw = rgb(color);
  const { surface, all, softness, textContrast } = surfaces[scheme];
  const ground = rgb(surface);
  const brand = scheme === 'light' ? readableFill(raw) : readableFill(lifted(raw));
  const direction = scheme === 'light' ? -1 : 1;
  const soft = tint(raw, ground, softness, direction);
  const backgrounds = [...all.map(rgb), soft];
  const text = shift(raw, direction, (candidate) =>
    backgrounds.every((back) => contrast(candidate, back) >= textContrast),
  );
  return {
    brand: toHex(brand),
    onBrand: textOn(toHex(brand)),
    brandSoft: toHex(soft),
    brandText: toHex(text),
    brandEdge: contrast(brand, ground) < 1.3 ? toHex(mix(text, ground, 0.4)) : 'transparent',
  };
}

/** Lightens a dark color on a dark surface until it is visible and has enough contrast with black text. */
const lifted = (raw: Rgb): Rgb =>
  shift(
    raw,
    1,
    (candidate) =>
      contrast(candidate, rgb(surfaces.dark.surface)) >= 5.5 &&
      textOn(toHex(candidate)) === '#000000',
  );

/** Shifts a fill until its text is readable. */
function readableFill(raw: Rgb): Rgb {
  const text = textOn(toHex(raw)) === '#000000' ? black : white;
  return shift(raw, text === black ? 1 : -1, (candidate) => contrast(candidate, text) >= readable);
}

/** Returns a light tint of the color. Pale colors are mixed in more strongly, and colorless ones become a shade. */
function tint(raw: Rgb, ground: Rgb, softness: number, direction: 1 | -1): Rgb {
  const fits = (candidate: Rgb) => contrast(candidate, ground) >= visible;
  let share = softness;
  while (share < 0.45 && !fits(rounded(mix(raw, ground, share)))) share += 0.02;
  const candidate = rounded(mix(raw, ground, share));
  return fits(candidate) ? candidate : shift(rounded(mix(raw, ground, softness)), direction, fits);
}

/** Changes the lightness in small steps until it fits. The check uses the displayed 8-bit color. */
function shift(raw: Rgb, direction: 1 | -1, fits: (candidate: Rgb) => boolean): Rgb {
  const start = toOklch(raw);
  let candidate = raw;
  for (let step = 0; step <= 200 && !fits(candidate); step++) {
    candidate = rounded(fromOklch({ ...start, l: start.l + direction * step * 0.005 }));
  }
  return candidate;
}

const rounded = (color: Rgb): Rgb => rgb(toHex(color));

const rgb = (color: string): Rgb => parseHex(color) ?? (parseHex(defaultColor) as Rgb);

/** Applies the school's color for both schemes, and its favicon. */
export function applySchoolTheme(
  school: Pick<School, 'top_bar_bg_color' | 'school_favicon'>,
): void {
  const style = document.documentElement.style;
  for (const scheme of ['light', 'dark'] as const) {
    const colors = schemeColors(school.top_bar_bg_color, scheme);
    style.setProperty(`--brand-${scheme}`, colors.brand);
    style.setProperty(`--on-brand-${scheme}`, colors.onBrand);
    style.setProperty(`--brand-soft-${scheme}`, colors.brandSoft);
    style.setProperty(`--brand-text-${scheme}`, colors.brandText);
    style.setProperty(`--brand-edge-${scheme}`, colors.brandEdge);
  }
  // The unchanged color, for areas without text.
  style.setProperty('--brand-raw', toHex(rgb(school.top_bar_bg_color)));
  document
    .querySelector('link[rel="icon"]')
    ?.setAttribute('href', school.school_favicon || ownIcon);
}
