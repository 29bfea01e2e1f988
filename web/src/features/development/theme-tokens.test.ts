import { expect, test } from 'vitest';
import { themeTokens } from './theme-tokens.ts';

test.each(['#005fbf', '#ffcd00', '#ffffff', '#000000', '#f56600', '#7f7f7f'])(
  'all text in colors made from %s is readable in both schemes',
  (color) => {
    for (const scheme of ['light', 'dark'] as const) {
      const pairs = themeTokens(color, scheme).tokens.flatMap((token) => token.pairs);
      expect(pairs.map(({ on }) => on)).toEqual(['onButton', 'onSurface', 'onCanvas', 'onTint']);
      for (const { on, ratio } of pairs)
        expect([scheme, on, ratio >= 4.5]).toEqual([scheme, on, true]);
    }
  },
);
