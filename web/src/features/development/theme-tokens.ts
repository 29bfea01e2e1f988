import { contrast, parseHex, type Rgb } from '../../lib/color.ts';
import { schemeColors, type Scheme, type SchemeColors } from '../../lib/school-theme.ts';

/** A text color and its background, with their contrast. */
export interface Pair {
  readonly on: 'onSurface' | 'onCanvas' | 'onTint' | 'onButton';
  readonly ratio: number;
}

export interface ThemeToken {
  readonly name: 'brand' | 'onBrand' | 'brandSoft' | 'brandText';
  readonly color: string;
  readonly pairs: readonly Pair[];
}

/** The backgrounds of tint and texts, as in styles/tokens.css. */
const grounds = {
  light: { surface: '#ffffff', canvas: '#f7f6f4' },
  dark: { surface: '#1a191c', canvas: '#121113' },
} as const satisfies Record<Scheme, object>;

const rgb = (color: string): Rgb => parseHex(color) ?? [0, 0, 0];
const ratio = (one: string, other: string): number => contrast(rgb(one), rgb(other));

/** Returns the colors derived from a school color in a color scheme, with the contrast of each text. */
export function themeTokens(
  color: string,
  scheme: Scheme,
): { colors: SchemeColors; tokens: ThemeToken[] } {
  const colors = schemeColors(color, scheme);
  const { surface, canvas } = grounds[scheme];
  return {
    colors,
    tokens: [
      { name: 'brand', color: colors.brand, pairs: [] },
      {
        name: 'onBrand',
        color: colors.onBrand,
        pairs: [{ on: 'onButton', ratio: ratio(colors.onBrand, colors.brand) }],
      },
      { name: 'brandSoft', color: colors.brandSoft, pairs: [] },
      {
        name: 'brandText',
        color: colors.brandText,
        pairs: [
          { on: 'onSurface', ratio: ratio(colors.brandText, surface) },
          { on: 'onCanvas', ratio: ratio(colors.brandText, canvas) },
          { on: 'onTint', ratio: ratio(colors.brandText, colors.brandSoft) },
        ],
      },
    ],
  };
}
