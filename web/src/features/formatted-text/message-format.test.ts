import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growsWithLength } from '#contract/testing/growth.ts';
import { isEmojiOnly, plainWords, readInline, readMessage } from './message-format.ts';

const words = (text: string) => plainWords(text, (uid) => `person ${uid}`);

test('[CHAT-04] the parser reads inline marks, links, mentions and code', () => {
  expect(readInline('a *b _c_* ~d~ `e*f*`')).toEqual([
    { kind: 'text', text: 'a ' },
    {
      kind: 'bold',
      parts: [
        { kind: 'text', text: 'b ' },
        { kind: 'italic', parts: [{ kind: 'text', text: 'c' }] },
      ],
    },
    { kind: 'text', text: ' ' },
    { kind: 'struck', parts: [{ kind: 'text', text: 'd' }] },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'e*f*' },
  ]);
  expect(readInline('see https://example.org/a_b(c). or www.x.org!')).toEqual([
    { kind: 'text', text: 'see ' },
    { kind: 'link', href: 'https://example.org/a_b(c)', text: 'https://example.org/a_b(c)' },
    { kind: 'text', text: '. or ' },
    { kind: 'link', href: 'https://www.x.org/', text: 'www.x.org' },
    { kind: 'text', text: '!' },
  ]);
  expect(readInline('hi @[12]!')).toEqual([
    { kind: 'text', text: 'hi ' },
    { kind: 'mention', uid: '12' },
    { kind: 'text', text: '!' },
  ]);
});

test('text that isn’t formatting stays as typed', () => {
  for (const text of [
    '2 * 3 * 4',
    'snake_case_name',
    '**',
    '* a *',
    'a~b',
    'file_1.txt and file_2.txt',
    '`',
    'javascript:alert(1)',
    'data:text/html,x',
    '@[x]',
  ])
    expect(words(text)).toBe(text);
  for (const text of ['http://', 'https://user@', 'www.'])
    expect(readInline(text).every(({ kind }) => kind === 'text')).toBe(true);
});

test('the parser reads lists, quotes and code blocks', () => {
  expect(
    readMessage('we need:\n- a\n- b\n\n3. c\n4. d\n> said\n```\nx = *1*\n```').map(
      ({ kind }) => kind,
    ),
  ).toEqual(['lines', 'list', 'list', 'quote', 'code']);
  // An empty line next to a block is the space between the two, not another line.
  expect(
    readMessage('a\n\n> b\n\nc\n\nd').map((block) =>
      block.kind === 'lines' ? block.lines.length : block.kind,
    ),
  ).toEqual([1, 'quote', 3]);
  expect(readMessage('> b\n\n- c').map(({ kind }) => kind)).toEqual(['quote', 'list']);
  expect(readMessage('3. c\n4. d')[0]).toMatchObject({ isOrdered: true, from: 3 });
  expect(readMessage('```\nnever closed')).toEqual([
    {
      kind: 'lines',
      lines: [[{ kind: 'text', text: '```' }], [{ kind: 'text', text: 'never closed' }]],
    },
  ]);
});

test('the parser accepts any text, keeps its letters and links only to web addresses', () => {
  const links = (text: string): string[] =>
    JSON.stringify(readMessage(text)).match(/"href":"[^"]*/g) ?? [];
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '*',
          '_',
          '~',
          '`',
          '```',
          '\n',
          '- ',
          '1. ',
          '> ',
          ' ',
          'a',
          'é',
          '@[7]',
          'https://x.org',
          'javascript:',
          '(',
          ')',
          '👍',
        ),
      ),
      (parts) => {
        const text = parts.join('');
        const letters = (one: string) => [...one.matchAll(/[aé👍]/gu)].length;
        expect(letters(words(text).replaceAll('person 7', ''))).toBe(
          letters(text.replaceAll('javascript:', '')) +
            letters('javascript:') * (text.split('javascript:').length - 1),
        );
        for (const link of links(text)) expect(link).toMatch(/^"href":"https?:/);
      },
    ),
    { numRuns: 500, examples: [[['```', 'a', '\n', 'é', '\n', '```']]] },
  );
});

test('parsing time grows linearly with the length', () => {
  const atom = fc.constantFrom(
    '*',
    ' *',
    '*a ',
    '_',
    '~',
    '`',
    '```',
    '\n```',
    '\n- ',
    '\n1. ',
    '\n> ',
    ' ',
    '@[7]',
    'www.',
    'http://',
    ')',
    '(',
    '[',
    ']',
    '!',
    'a',
    '\u0301',
  );
  const unit = fc.array(atom, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  const before = fc.constantFrom('', 'http://a.b/', 'www.a.b', '```', '* ');
  const after = fc.constantFrom('', 'x', '\n```', '\u2028', ' ');
  fc.assert(
    fc.property(fc.tuple(before, unit, after), (shape) => growsWithLength(readMessage, shape)),
    {
      numRuns: 60,
      examples: [
        [['http://a.b/', ')', '']],
        [['', ')', '']],
        [['', '*a ', '']],
        [['', 'http://', '']],
        [['', '\n```x', '']],
        [['http://a', '!', 'x']],
      ],
    },
  );
});

test('short messages with only emoji count as emoji messages', () => {
  expect(['👍', '👍🏽 ❤️', '🧑‍🎓🎉'].map(isEmojiOnly)).toEqual([true, true, true]);
  expect(['1', '👍👍👍👍', 'ok 👍', '', '#'].map(isEmojiOnly)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
