import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTokens } from './tokens.ts';

describe('sealed texts', () => {
  const tokens = openTokens(randomBytes(32));

  test('open where they were sealed, and nowhere else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (text, place) => {
          const sealed = tokens.encrypt(place, text);
          expect(tokens.decrypt(place, sealed)).toBe(text);
          expect(tokens.decrypt(`${place}.`, sealed)).toBeNull();
          expect(openTokens(randomBytes(32)).decrypt(place, sealed)).toBeNull();
        },
      ),
    );
  });

  test('of any length do not open with a character more, less or other', () => {
    for (let length = 0; length < 12; length++) {
      const sealed = tokens.encrypt('here', 'x'.repeat(length));
      for (const more of ['x', '=', '\n', '%', 'A'])
        expect(tokens.decrypt('here', `${sealed}${more}`)).toBeNull();
      for (let at = 0; at < sealed.length; at++) {
        expect(tokens.decrypt('here', sealed.slice(0, at))).toBeNull();
        const other = sealed[at] === 'A' ? 'B' : 'A';
        expect(
          tokens.decrypt('here', `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`),
        ).toBeNull();
      }
    }
  });
});
