import { contrast, parseHex, type Rgb } from '../../lib/color.ts';
import { schemeColors, type Scheme, type SchemeColors } from '../../lib/school-theme.ts';

/** A text and what it stands on, with how well it is read there. */
export interface Pair {
  readonly on: 'onSurface' | 'onCanvas' | 'onTint' | 'onButton';
  readonly ratio: number;
}

export interface ThemeToken {
  readonly name: 'brand' | 'onBrand' | 'brandSoft' | 'brandText';
  readonly color: string;
  readonly pairs: readonly Pair[];
}

/** What the tint and the texts stand on; the numbers of styles/tokens.css. */
const grounds = {
  light: { surface: '#ffffff', canvas: '#f7f6f4' },
  dark: { surface: '#1a191c', canvas: '#121113' },
} as const satisfies Record<Scheme, object>;

const rgb = (color: string): Rgb => parseHex(color) ?? [0, 0, 0];
const ratio = (one: string, other: string): number => contrast(rgb(one), rgb(other));

/** What a school's colour becomes in a scheme, each text with its contrast. */
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
