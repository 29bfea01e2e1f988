import { expect, test } from 'vitest';
import type { PdfBlock } from './pdf-content.ts';
import { pdfPages } from '../../../test/pdf-text.ts';
import { pdfOf } from './pdf.ts';

const draw = (content: readonly PdfBlock[], language = 'en') =>
  pdfOf({
    title: 'Statement',
    author: 'Demo University',
    language,
    createdAt: new Date('2026-11-18T12:00:00Z'),
    paper: 'A4',
    footer: 'Demo University',
    content,
  });

test('PDFs embed fonts for Latin, Greek, Cyrillic, Hebrew and Arabic names, and romanize other scripts', async () => {
  const names = ['Zoë Łukasz Nguyễn', 'Ștefan Ğüneş', 'Αθήνα', 'Київ', 'עברית'];
  const bytes = await draw([
    ...names.map((text): PdfBlock => ({ kind: 'text', text })),
    { kind: 'text', text: 'محمَّد' },
    { kind: 'text', text: '東京 🎉' },
  ]);
  const [page = ''] = await pdfPages(bytes);
  // Letters of right-to-left scripts appear in their drawing order.
  for (const name of names.slice(0, 4)) expect(page).toContain(name);
  expect(Array.from(page).filter((letter) => 'עברית'.includes(letter))).toHaveLength(5);
  expect(page.normalize('NFKC')).toMatch(/محمد|دمحم/);
  expect(page).toContain('DongJing');
  const fonts = bytes.toString('latin1').match(/\/FontFile2/g) ?? [];
  expect(fonts.length).toBeGreaterThanOrEqual(3);
});

test('a document keeps the letters that the document before it drew with accents only', async () => {
  await draw([{ kind: 'text', text: 'Ștefan Ğüneş' }]);
  const [page = ''] = await pdfPages(await draw([{ kind: 'text', text: 'Speaker Guest' }]));
  expect(page).toContain('Speaker Guest');
});

test('26 one-line table rows and their heading fit on one page', async () => {
  const columns = [{ title: 'What', share: 1 }];
  const rows = Array.from({ length: 26 }, (_, at) => ({ cells: [`Row ${at}`] }));
  // 26 rows of 24 points with their heading fill one page, which is 734 points high within its margins.
  expect(await pdfPages(await draw([{ kind: 'table', columns, rows }]))).toHaveLength(1);
});

test('a long table continues on the next pages, repeats its heading on each, and prints every row once', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => ({ cells: [`Row ${at}!`, `${at}.00`] }));
  const pages = await pdfPages(
    await draw([
      {
        kind: 'table',
        columns: [
          { title: 'What', share: 3 },
          { title: 'Total', share: 1, align: 'end' },
        ],
        rows,
      },
    ]),
  );
  expect(pages.length).toBeGreaterThan(2);
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Total');
    expect(page).toContain(`${at + 1}/${pages.length}`);
  }
  const all = pages.join(' ');
  for (const { cells } of rows) expect(all.split(cells[0] ?? '')).toHaveLength(2);
});

test('a full queue rejects more documents as unavailable and draws the ones it accepted', async () => {
  const many = await Promise.allSettled(
    Array.from({ length: 25 }, (_, at) => draw([{ kind: 'text', text: `Copy ${at}` }])),
  );
  const drawn = many.filter((one) => one.status === 'fulfilled');
  expect(drawn).toHaveLength(20);
  for (const one of many.slice(20)) expect(one).toMatchObject({ reason: { code: 'unavailable' } });
});
