import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalBlocks, parseHtml, writeHtml, type Block } from './bio-document.ts';
import { htmlToText, parseText, textToHtml, writeText } from './bio-text.ts';

const word = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', '王', '*', '[', ']', '(', ')', '\\', '-', '1', '.', ' ', '&', '<', '"', '\n', '_', '🙂'),
  minLength: 1,
  maxLength: 8,
});
const run = fc.record(
  {
    text: word,
    strong: fc.constant(true as const),
    em: fc.constant(true as const),
    href: fc.constantFrom('https://a.example/x?y=1&z=2', 'https://b.example/(q)', 'mailto:ana@a.example'),
  },
  { requiredKeys: ['text'] },
);
const line = fc.array(run, { minLength: 1, maxLength: 6 });
const block: fc.Arbitrary<Block> = fc.oneof(
  line.map((runs) => ({ kind: 'p' as const, line: runs })),
  fc.record({ kind: fc.constantFrom('ul' as const, 'ol' as const), items: fc.array(line, { minLength: 1, maxLength: 4 }) }),
);
const bio = fc.array(block, { maxLength: 5 }).map(normalBlocks);

describe('bio text', () => {
  test('nothing is lost between document, HTML and text', () => {
    fc.assert(
      fc.property(bio, (blocks) => {
        expect(parseHtml(writeHtml(blocks))).toEqual(blocks);
        expect(parseText(writeText(blocks))).toEqual(blocks);
      }),
      { numRuns: 1500 },
    );
  });

  test('any text a person types gives HTML that comes back as the same HTML', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '*', '-', '\n', '[', ']', '(', ')', '1', '.', '\\', 'h'), maxLength: 60 }),
        (text) => {
          const html = textToHtml(text);
          expect(textToHtml(htmlToText(html))).toBe(html);
        },
      ),
      { numRuns: 1500 },
    );
  });

  test.each([
    ['Hello\nthere', '<p>Hello<br>there</p>'],
    ['One\n\nTwo', '<p>One</p><p>Two</p>'],
    ['I like **tea** and *rain*.', '<p>I like <strong>tea</strong> and <em>rain</em>.</p>'],
    ['***both***', '<p><strong><em>both</em></strong></p>'],
    ['5 * 3 * 2 = 30', '<p>5 * 3 * 2 = 30</p>'],
    ['**never closed', '<p>**never closed</p>'],
    ['Clubs:\n- chess\n- robots\nand more', '<p>Clubs:</p><ul><li>chess</li><li>robots</li></ul><p>and more</p>'],
    ['1. one\n2. two\n  goes on', '<ol><li>one</li><li>two<br>goes on</li></ol>'],
    [
      'See [my *page*](https://a.example/me).',
      '<p>See <a href="https://a.example/me">my </a><a href="https://a.example/me"><em>page</em></a>.</p>',
    ],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ])('%j becomes %s', (text, html) => {
    expect(textToHtml(text)).toBe(html);
  });

  test('HTML of others is read kindly', () => {
    expect(htmlToText('<p>A <b>bold</b><br>line</p>text<ul><li>x<ul><li>y</li></ul></li></ul>')).toBe(
      'A **bold**\nline\n\ntext\n\n- x\n- y',
    );
    expect(htmlToText('<a href="javascript:x">no</a> &amp; yes')).toBe('no & yes');
  });

  test('long rows of asterisks are read quickly', () => {
    const started = performance.now();
    textToHtml('*a '.repeat(1600));
    expect(performance.now() - started).toBeLessThan(500);
  });
});
