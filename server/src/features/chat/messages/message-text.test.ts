import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growsWithLength } from '#contract/testing/growth.ts';
import { firstLink } from '../../link-previews/first-link.ts';
import { cleanLine, cleanText, mentionedIn } from './message-text.ts';

test('[CHAT-04] the first link in a text ends where its sentence continues, and links in code are ignored', () => {
  expect(firstLink('see (https://example.org/a_(b)). Then')).toBe('https://example.org/a_(b)');
  expect(firstLink('[https://x.org] and `https://y.org`')).toBe('https://x.org/');
  expect(firstLink('```\nhttps://x.org\n``` https://me:secret@y.org https://z.org#part')).toBe(
    'https://z.org/',
  );
  expect(firstLink('http://')).toBeNull();
});

const atom = fc.constantFrom(
  '`',
  '```',
  '\n',
  ' ',
  '@[7]',
  'http://',
  'a',
  '!',
  ')',
  '(',
  '*',
  '\u0301',
  '\u202e',
);
const shape = fc.tuple(
  fc.constantFrom('', 'http://a', '```'),
  fc.array(atom, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  fc.constantFrom('', 'x', '`'),
);

test.each([
  ['a link', firstLink],
  ['mentions', mentionedIn],
  ['a message', cleanText],
  ['a line', cleanLine],
] as const)(
  'property: reading %s takes time that grows linearly with the length of any text',
  (_, read) => {
    fc.assert(
      fc.property(shape, (one) => growsWithLength(read, one)),
      { numRuns: 40, examples: [[['http://a', '!', 'x']], [['', 'http://', '']], [['', '`', '']]] },
    );
  },
);
