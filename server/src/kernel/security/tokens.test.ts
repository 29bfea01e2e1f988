import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTickets } from './tokens.ts';

describe('sealed texts', () => {
  const tickets = openTickets(randomBytes(32));

  test('open where they were sealed, and nowhere else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        (text, place) => {
          const sealed = tickets.seal(place, text);
          expect(tickets.unseal(place, sealed)).toBe(text);
          expect(tickets.unseal(`${place}.`, sealed)).toBeNull();
          expect(openTickets(randomBytes(32)).unseal(place, sealed)).toBeNull();
        },
      ),
    );
  });

  test('of any length do not open with a character more, less or other', () => {
    for (let length = 0; length < 12; length++) {
      const sealed = tickets.seal('here', 'x'.repeat(length));
      for (const more of ['x', '=', '\n', '%', 'A'])
        expect(tickets.unseal('here', `${sealed}${more}`)).toBeNull();
      for (let at = 0; at < sealed.length; at++) {
        expect(tickets.unseal('here', sealed.slice(0, at))).toBeNull();
        const other = sealed[at] === 'A' ? 'B' : 'A';
        expect(
          tickets.unseal('here', `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`),
        ).toBeNull();
      }
    }
  });
});
