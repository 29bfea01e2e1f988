import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { richTags } from '#contract/layout.ts';
import { createRichEditor } from './rich-commands.ts';
import { lengthOf, normalBlocks, parseHtml, writeHtml, type Block } from './rich-document.ts';
import { blocksOf, $nodesOf } from './rich-nodes.ts';
import { pastedBlocks } from './rich-paste.ts';
import { $getRoot } from 'lexical';

const word = fc.string({
  unit: fc.constantFrom(
    'a',
    'B',
    'é',
    '王',
    '*',
    '[',
    ']',
    '(',
    ')',
    '\\',
    '-',
    '1',
    '.',
    ' ',
    '&',
    '<',
    '"',
    '\n',
    '_',
    '🙂',
  ),
  minLength: 1,
  maxLength: 8,
});
const run = fc.record(
  {
    text: word,
    strong: fc.constant(true as const),
    em: fc.constant(true as const),
    href: fc.constantFrom(
      'https://a.example/x?y=1&z=2',
      'https://b.example/(q)',
      'mailto:ana@a.example',
    ),
  },
  { requiredKeys: ['text'] },
);
const line = fc.array(run, { minLength: 1, maxLength: 6 });
const block: fc.Arbitrary<Block> = fc.oneof(
  line.map((runs) => ({ kind: 'p' as const, line: runs })),
  fc.record({
    kind: fc.constantFrom('ul' as const, 'ol' as const),
    items: fc.array(line, { minLength: 1, maxLength: 4 }),
  }),
);
const rich = fc.array(block, { maxLength: 5 }).map(normalBlocks);

const throughEditor = (blocks: readonly Block[]): Block[] => {
  const editor = createRichEditor((error) => {
    throw error;
  });
  editor.update(
    () => {
      $getRoot().append(...$nodesOf(editor, blocks));
    },
    { discrete: true },
  );
  return blocksOf(editor, editor.getEditorState());
};

describe('rich text', () => {
  test('rich text converts to HTML and back without loss', () => {
    fc.assert(
      fc.property(rich, (blocks) => {
        expect(parseHtml(writeHtml(blocks))).toEqual(blocks);
      }),
      { numRuns: 1_500 },
    );
  });

  test('rich text passes through the editor without loss', () => {
    fc.assert(
      fc.property(rich, (blocks) => {
        expect(writeHtml(throughEditor(blocks))).toBe(writeHtml(blocks));
      }),
      { numRuns: 300 },
    );
  });

  test('rich text uses exactly the tags that the server accepts', () => {
    const html =
      '<p>a<br>b <strong>c</strong> <em>d</em> <a href="https://a.example/">e</a></p><ul><li>f</li></ul><ol><li>g</li></ol>';
    expect(writeHtml(throughEditor(parseHtml(html)))).toBe(html);
    expect([...new Set(html.match(/(?<=<)[a-z]+/g))].toSorted()).toEqual([...richTags].toSorted());
  });

  test('the parser converts other HTML and drops unsafe links', () => {
    expect(
      writeHtml(
        parseHtml('<p>A <b>bold</b><br>line</p>text<ul><li>x<ul><li>y</li></ul></li></ul>'),
      ),
    ).toBe('<p>A <strong>bold</strong><br>line</p><p>text</p><ul><li>x</li><li>y</li></ul>');
    expect(writeHtml(parseHtml('<a href="javascript:x">no</a> &amp; yes'))).toBe(
      '<p>no &amp; yes</p>',
    );
  });

  test('the length counts only the text', () => {
    expect(lengthOf(parseHtml('<p>a &amp; <strong>b</strong><br>c</p><ul><li>de</li></ul>'))).toBe(
      8,
    );
  });
});

test.each([
  [
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-1"><p dir="ltr"><span>Hello <b>you</b></span></p></b>',
    '<p>Hello <strong>you</strong></p>',
  ],
  [
    '<style>p{color:red}</style><script>alert(1)</script><h1>Title</h1><div onclick="x()">Text <i>here</i></div>',
    '<p>Title</p><p>Text <em>here</em></p>',
  ],
  [
    '<a href="javascript:alert(1)">no</a> <a href="https://a.example/" onclick="x">yes</a>',
    '<p>no <a href="https://a.example/">yes</a></p>',
  ],
  [
    '<table><tr><td>one</td></tr><tr><td>two</td></tr></table><img src=x onerror=alert(1)>',
    '<p>one</p><p>two</p>',
  ],
])('pasting cleans the HTML: %j', async (html, expected) => {
  expect(writeHtml(await pastedBlocks(html))).toBe(expected);
});
