import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTokens } from './tokens.ts';

describe('encryption', () => {
  const tokens = openTokens(randomBytes(32));

  test('decrypt() returns the text only with the key and context that encrypted it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (text, context) => {
          const ciphertext = tokens.encrypt(context, text);
          expect(tokens.decrypt(context, ciphertext)).toBe(text);
          expect(tokens.decrypt(`${context}.`, ciphertext)).toBeNull();
          expect(openTokens(randomBytes(32)).decrypt(context, ciphertext)).toBeNull();
        },
      ),
    );
  });

  test('decrypt() rejects a ciphertext with a character added, removed or changed', () => {
    for (let length = 0; length < 12; length++) {
      const ciphertext = tokens.encrypt('here', 'x'.repeat(length));
      for (const more of ['x', '=', '\n', '%', 'A'])
        expect(tokens.decrypt('here', `${ciphertext}${more}`)).toBeNull();
      for (let at = 0; at < ciphertext.length; at++) {
        expect(tokens.decrypt('here', ciphertext.slice(0, at))).toBeNull();
        const other = ciphertext[at] === 'A' ? 'B' : 'A';
        expect(
          tokens.decrypt('here', `${ciphertext.slice(0, at)}${other}${ciphertext.slice(at + 1)}`),
        ).toBeNull();
      }
    }
  });
});
