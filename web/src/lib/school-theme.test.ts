import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { contrast, fromOklch, parseHex, toHex, toOklch, type Rgb } from './color.ts';
import { applySchoolTheme, schemeColors, textOn } from './school-theme.ts';

const rgb = (hex: string): Rgb => parseHex(hex) ?? [0, 0, 0];
const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => value.toString(16).padStart(6, '0'));

test.each([
  ['005fbf', '#ffffff'],
  ['000000', '#ffffff'],
  ['ffffff', '#000000'],
  ['808080', '#000000'],
  ['7f7f7f', '#ffffff'],
  ['ff0000', '#ffffff'],
  ['00ff00', '#000000'],
  ['0000ff', '#ffffff'],
  ['ffd400', '#000000'],
  ['ff00ff', '#ffffff'],
  ['#fff', '#000000'],
  ['nonsense', '#ffffff'],
])('[SCH-02] text on %s is %s', (color, text) => expect(textOn(color)).toBe(text));

test('[SCH-02] text is black on colors with a brightness of 128 or more, and white on others', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const [r, g, b] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
        number,
        number,
        number,
      ];
      expect(textOn(color)).toBe(
        (299 * r + 587 * g + 114 * b) / 1000 >= 128 ? '#000000' : '#ffffff',
      );
    }),
  );
});

describe('text in every school color is readable', () => {
  test.each([
    ['light', ['#ffffff', '#f7f6f4', '#f1efec']],
    ['dark', ['#1a191c', '#121113', '#222125', '#252428']],
  ] as const)('%s', (scheme, surfaces) => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const colors = schemeColors(color, scheme);
        expect(contrast(rgb(colors.brand), rgb(colors.onBrand))).toBeGreaterThanOrEqual(4.5);
        for (const back of [...surfaces, colors.brandSoft])
          expect(contrast(rgb(colors.brandText), rgb(back))).toBeGreaterThanOrEqual(4.5);
        expect(colors.onBrand).toBe(textOn(colors.brand));
      }),
      { numRuns: 400 },
    );
  });

  test('the fill contrasts with dark surfaces', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(
          contrast(rgb(schemeColors(color, 'dark').brand), rgb('#1a191c')),
        ).toBeGreaterThanOrEqual(3);
      }),
    );
  });

  test.each(['light', 'dark'] as const)('the tint is visible on its surface, %s', (scheme) => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const ground = scheme === 'light' ? '#ffffff' : '#1a191c';
        expect(
          contrast(rgb(schemeColors(color, scheme).brandSoft), rgb(ground)),
        ).toBeGreaterThanOrEqual(1.13);
      }),
    );
  });

  test('the default color needs no change', () => {
    expect(schemeColors('005fbf', 'light')).toMatchObject({ brand: '#005fbf', onBrand: '#ffffff' });
  });

  test('converting to OKLCH and back keeps the color', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(toHex(fromOklch(toOklch(rgb(color))))).toBe(`#${color}`);
      }),
    );
  });
});

describe('the school theme', () => {
  afterEach(() => document.head.replaceChildren());

  test('[SCH-01] the theme sets the color and favicon, and the color defaults to 005fbf', () => {
    document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
    const style = document.documentElement.style;
    applySchoolTheme({ top_bar_bg_color: '7a1f2b', school_favicon: '/files/icon.png' });
    expect([
      style.getPropertyValue('--brand-light'),
      style.getPropertyValue('--on-brand-light'),
    ]).toEqual(['#7a1f2b', '#ffffff']);
    expect(document.querySelector('link')?.getAttribute('href')).toBe('/files/icon.png');
    applySchoolTheme({ top_bar_bg_color: '', school_favicon: null });
    expect(style.getPropertyValue('--brand-light')).toBe('#005fbf');
  });
});
