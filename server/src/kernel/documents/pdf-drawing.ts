import { createRequire } from 'node:module';
import { createElement as h, type ReactElement } from 'react';
import {
  Document,
  Font,
  Image,
  Page,
  Path,
  renderToBuffer,
  StyleSheet,
  Svg,
  Text,
  View,
} from '@react-pdf/renderer';
import anyAscii from 'any-ascii';
import { generate } from 'lean-qr';
import type {
  PdfBlock,
  PdfColumns,
  PdfDocument,
  PdfFacts,
  PdfGrid,
  PdfTable,
  PdfText,
} from './pdf-content.ts';

/* Draws documents. It runs only in the thread of pdf.ts, because it takes 50 ms or more and its fonts stay in memory. */

/**
 * Fonts by script. Each letter comes from the first font that has it. IBM Plex Sans Arabic has a glyph for every letter; the library loses
 * dots of fonts that position them separately when it reverses a line.
 */
const families = ['Noto Sans', 'IBM Plex Sans Arabic', 'Noto Sans Hebrew'];

/** Letters in the fonts: Latin, Greek, Cyrillic, Hebrew, Arabic, and their punctuation. */
const drawable =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]/u;

/** Emoji, which no font here has. */
const pictograph = /\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic})*/gu;

/**
 * Arabic vowel and doubling signs. The library attaches them to the wrong letter when it reverses a line, and Arabic is readable without
 * them.
 */
const vowelSigns = /[\u064B-\u0652\u0670]/g;

/** Romanizes other scripts (東京 becomes DongJing), because a readable name is better than boxes. */
const readable = (text: string): string =>
  Array.from(
    text
      .normalize('NFC')
      .replaceAll(vowelSigns, '')
      .replaceAll(pictograph, (found) => (/^[©®™#*\d]/u.test(found) ? found : '')),
  )
    .map((letter) => (drawable.test(letter) ? letter : anyAscii(letter)))
    .join('');

const registerFonts = (): void => {
  const { resolve } = createRequire(import.meta.url);
  const from = (path: string) => resolve(`@expo-google-fonts/${path}`);
  const faces = [
    ['Noto Sans', 'noto-sans', 'NotoSans'],
    ['IBM Plex Sans Arabic', 'ibm-plex-sans-arabic', 'IBMPlexSansArabic'],
    ['Noto Sans Hebrew', 'noto-sans-hebrew', 'NotoSansHebrew'],
  ] as const;
  const registered = Font.getRegisteredFonts();
  for (const [family, folder, file] of faces) {
    delete registered[family];
    Font.register({
      family,
      fonts: [
        { src: from(`${folder}/400Regular/${file}_400Regular.ttf`), fontWeight: 400 },
        { src: from(`${folder}/700Bold/${file}_700Bold.ttf`), fontWeight: 700 },
      ],
    });
  }
  // Never hyphenate, because that would also split names.
  Font.registerHyphenationCallback((word) => [word]);
};

const gray = '#595959';
const styles = StyleSheet.create({
  page: { fontFamily: families, fontSize: 10, color: '#000000' },
  label: { color: gray },
  bold: { fontWeight: 700 },
  row: { borderBottomWidth: 0.5, borderBottomColor: '#bfbfbf', paddingVertical: 5 },
  head: { borderBottomWidth: 1, borderBottomColor: '#000000', paddingBottom: 4, color: gray },
  footer: { position: 'absolute', bottom: 26, color: gray, fontSize: 8 },
});

/** The reading direction, which determines where lines and rows start. */
interface Reading {
  readonly isRightToLeft: boolean;
}

const rowOf = ({ isRightToLeft }: Reading) =>
  ({ flexDirection: isRightToLeft ? 'row-reverse' : 'row' }) as const;

/** Set on each text together with its size. Without a size, the library would use its default of 18 points and make rows too high. */
const lineHeight = 1.4;
const usualSize = 10;

/** Returns the alignment on the side where lines start. */
const sideOf = ({ isRightToLeft }: Reading, align: 'start' | 'center' | 'end' = 'start') =>
  ({
    textAlign:
      align === 'center' ? 'center' : (align === 'start') === isRightToLeft ? 'right' : 'left',
    ...(isRightToLeft && { direction: 'rtl' as const }),
  }) as const;

const alignOf = (reading: Reading, align?: 'start' | 'center' | 'end', size = usualSize) => ({
  fontSize: size,
  lineHeight,
  ...sideOf(reading, align),
});

const textOf = (block: PdfText, reading: Reading, key: number): ReactElement =>
  h(
    Text,
    {
      key,
      style: {
        ...(block.bold === true && styles.bold),
        ...(block.muted === true && { color: gray }),
        ...alignOf(reading, block.align, block.size),
      },
    },
    readable(block.text),
  );

const factsOf = ({ items }: PdfFacts, reading: Reading, key: number): ReactElement =>
  h(
    View,
    { key, style: { ...rowOf(reading), gap: 16 }, wrap: false },
    ...items.map(({ label, value }, at) =>
      h(
        View,
        { key: at, style: { flexGrow: 1, flexBasis: 0 } },
        h(Text, { style: { ...styles.label, ...alignOf(reading, 'start', 9) } }, readable(label)),
        h(Text, { style: { ...styles.bold, ...alignOf(reading) } }, readable(value)),
      ),
    ),
  );

const tableOf = ({ columns, rows }: PdfTable, reading: Reading, key: number): ReactElement => {
  const cells = (texts: readonly string[]) =>
    columns.map(({ share, align }, at) =>
      h(
        Text,
        {
          key: at,
          style: {
            flexGrow: share,
            flexShrink: 1,
            flexBasis: 0,
            paddingHorizontal: 3,
            ...alignOf(reading, align),
          },
        },
        readable(texts[at] ?? ''),
      ),
    );
  return h(
    View,
    { key },
    // Repeated at the top of each page of the table.
    h(
      View,
      { key: 'head', fixed: true, style: { ...rowOf(reading), ...styles.head } },
      ...cells(columns.map(({ title }) => title)),
    ),
    ...rows.map((row, at) =>
      h(
        View,
        {
          key: at,
          wrap: false,
          style: {
            ...rowOf(reading),
            ...styles.row,
            ...(row.bold === true && { ...styles.bold, paddingTop: 10 }),
          },
          ...(row.bold === true && { minPresenceAhead: 40 }),
        },
        ...cells(row.cells),
      ),
    ),
  );
};

const columnsOf = ({ items }: PdfColumns, reading: Reading, key: number): ReactElement =>
  h(
    View,
    { key, style: { ...rowOf(reading), gap: 16, alignItems: 'center' } },
    ...items.map(({ share = 1, width, content }, at) =>
      h(
        View,
        {
          key: at,
          style: width === undefined ? { flexGrow: share, flexShrink: 1, flexBasis: 0 } : { width },
        },
        ...blocksOf(content, reading),
      ),
    ),
  );

const gridOf = (
  { columns, height, cells }: PdfGrid,
  reading: Reading,
  key: number,
): ReactElement => {
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_cell, column) => cells[row * columns + column] ?? []),
  );
  return h(
    View,
    { key },
    ...rows.map((row, at) =>
      h(
        View,
        { key: at, wrap: false, style: { ...rowOf(reading), height } },
        ...row.map((content, column) =>
          h(
            View,
            {
              key: column,
              style: {
                flexGrow: 1,
                flexBasis: 0,
                padding: 12,
                justifyContent: 'center',
                ...(content.length > 0 && { borderWidth: 0.5, borderColor: '#bfbfbf' }),
              },
            },
            ...blocksOf(content, reading),
          ),
        ),
      ),
    ),
  );
};

const qrOf = (text: string, size: number, key: number): ReactElement => {
  const code = generate(text);
  const dark = Array.from({ length: code.size }, (_, y) =>
    Array.from({ length: code.size }, (_cell, x) =>
      code.get(x, y) ? `M${x} ${y}h1v1h-1z` : '',
    ).join(''),
  ).join('');
  return h(
    Svg,
    { key, width: size, height: size, viewBox: `0 0 ${code.size} ${code.size}` },
    h(Path, { d: dark, fill: '#000000' }),
  );
};

const blockOf = (block: PdfBlock, reading: Reading, key: number): ReactElement => {
  switch (block.kind) {
    case 'text':
      return textOf(block, reading, key);
    case 'facts':
      return factsOf(block, reading, key);
    case 'table':
      return tableOf(block, reading, key);
    case 'columns':
      return columnsOf(block, reading, key);
    case 'grid':
      return gridOf(block, reading, key);
    case 'picture':
      return h(Image, {
        key,
        src: {
          data: Buffer.from(block.bytes),
          format: block.type === 'png' ? 'png' : 'jpg',
        },
        style: {
          width: block.width,
          // The side where lines start.
          alignSelf: reading.isRightToLeft ? 'flex-end' : 'flex-start',
        },
      });
    case 'qr':
      return qrOf(block.text, block.size, key);
    case 'rule':
      return h(View, {
        key,
        style:
          block.strong === true
            ? { borderBottomWidth: 1.5, borderBottomColor: '#000000' }
            : { borderBottomWidth: 0.5, borderBottomColor: '#bfbfbf' },
      });
    case 'space':
      return h(View, { key, style: { height: block.height } });
    case 'together':
      return h(
        View,
        { key, wrap: false, ...(block.atFoot === true && { style: { marginTop: 'auto' } }) },
        ...blocksOf(block.content, reading),
      );
  }
};

const blocksOf = (blocks: readonly PdfBlock[], reading: Reading): ReactElement[] =>
  blocks.map((block, at) => blockOf(block, reading, at));

const isRightToLeft = (language: string): boolean =>
  ['ar', 'fa', 'he', 'ur'].includes(language.split('-')[0] ?? '');

/** Returns the PDF of a document. */
export const drawPdf = (document: PdfDocument): Promise<Buffer> => {
  const reading = { isRightToLeft: isRightToLeft(document.language) };
  const margin = document.margin ?? 54;
  const footer =
    document.footer === null
      ? []
      : [
          h(
            View,
            {
              key: 'footer',
              fixed: true,
              style: { ...styles.footer, left: margin, right: margin },
            },
            h(Text, {
              // With a line height, the library doesn't draw it (version 4.9).
              style: sideOf(reading),
              render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages?: number }) =>
                `${readable(document.footer ?? '')} • ${pageNumber}/${totalPages ?? pageNumber}`,
            }),
          ),
        ];
  // fontkit 2.0.4 keeps a glyph that it first met as a part of another, such as the S of Ș, without its letter. The next document would
  // lose that letter, so each document reads the fonts again, which takes about 30 ms.
  registerFonts();
  return renderToBuffer(
    h(
      Document,
      {
        title: document.title,
        author: document.author,
        creator: 'Commons',
        producer: 'Commons',
        language: document.language,
        creationDate: document.createdAt,
        modificationDate: document.createdAt,
      },
      h(
        Page,
        {
          size: document.paper,
          style: { ...styles.page, padding: margin, paddingBottom: Math.max(margin, 48) },
        },
        ...blocksOf(document.content, reading),
        ...footer,
      ),
    ),
  );
};
