import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

/* Renders a PDF with another program (PDF.js), to compare it with the same text rendered by the browser. */

const origin = 'http://pdf.test';
const { resolve } = createRequire(import.meta.url);
const font = (path: string) => resolve(`@expo-google-fonts/${path}`);
const files: Readonly<Record<string, { type: string; path: string }>> = {
  '/pdfjs.mjs': { type: 'text/javascript', path: join(dirname(resolve('unpdf')), 'pdfjs.mjs') },
  '/latin.ttf': { type: 'font/ttf', path: font('noto-sans/400Regular/NotoSans_400Regular.ttf') },
  '/arabic.ttf': {
    type: 'font/ttf',
    path: font('ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf'),
  },
};

/** Opens a page that shows the first page of a PDF. */
export const openPdf = async (context: BrowserContext, bytes: Buffer): Promise<Page> => {
  const page = await context.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const file = files[new URL(route.request().url()).pathname];
    await route.fulfill(
      file === undefined
        ? { contentType: 'text/html', body: '<!doctype html><meta charset="utf-8"><body>' }
        : { contentType: file.type, body: await readFile(file.path) },
    );
  });
  await page.goto(`${origin}/`);
  await page.evaluate(
    async ([from, base64]) => {
      const pdfjs = await import(`${from}/pdfjs.mjs`);
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      // Glyphs come from the file alone, drawn as paths: no font of the machine stands in for one that is missing.
      const options = { data, useSystemFonts: false, disableFontFace: true, verbosity: 0 };
      const first = await (await pdfjs.getDocument(options).promise).getPage(1);
      const viewport = first.getViewport({ scale: 4 });
      const canvas = document.createElement('canvas');
      canvas.width = viewport.width;
      canvas.height = viewport.height;
      document.body.append(canvas);
      await first.render({ canvasContext: canvas.getContext('2d'), canvas, viewport }).promise;
      const { items } = await first.getTextContent();
      Object.assign(globalThis, { drawn: { canvas, items, height: viewport.height } });
      for (const name of ['latin', 'arabic'])
        document.fonts.add(await new FontFace(name, `url(${from}/${name}.ttf)`).load());
    },
    [origin, bytes.toString('base64')] as const,
  );
  return page;
};

/**
 * Compares the line of the PDF that has the letters of `text` to each of `candidates`, as the browser draws them. Returns 1 for
 * the same ink, 0 for none in common, and -1 if no line has these letters.
 */
export const likenessOf = (
  page: Page,
  text: string,
  candidates: readonly string[],
): Promise<number[]> =>
  page.evaluate(
    ([wanted, others]) => {
      interface Item {
        str: string;
        width: number;
        transform: [number, number, number, number, number, number];
      }
      const { drawn } = globalThis as unknown as {
        drawn: { canvas: HTMLCanvasElement; items: Item[]; height: number };
      };
      const scale = 4;
      const letters = (one: string) =>
        Array.from(one.normalize('NFKC').replaceAll(/\s/g, '')).toSorted().join('');
      const lines = Map.groupBy(
        drawn.items.filter(({ str }) => str.trim() !== ''),
        ({ transform }) => Math.round(transform[5]),
      );
      const line = [...lines.values()].find(
        (items) => letters(items.map(({ str }) => str).join('')) === letters(wanted),
      );
      if (line === undefined) return others.map(() => -1);

      /** Returns the ink of a picture, cropped to its bounding box. */
      const inkOf = ({ data, width, height }: ImageData) => {
        const dark = (x: number, y: number) => (data[(y * width + x) * 4] ?? 255) < 140;
        let [left, top, right, bottom] = [width, height, -1, -1];
        for (let y = 0; y < height; y += 1)
          for (let x = 0; x < width; x += 1)
            if (dark(x, y)) {
              left = Math.min(left, x);
              right = Math.max(right, x);
              top = Math.min(top, y);
              bottom = Math.max(bottom, y);
            }
        return {
          width: right - left + 1,
          height: bottom - top + 1,
          at: (x: number, y: number) =>
            x >= 0 && y >= 0 && x <= right - left && y <= bottom - top && dark(left + x, top + y),
        };
      };
      const paper = (width: number, height: number) => {
        const canvas = document.createElement('canvas');
        canvas.width = width;
        canvas.height = height;
        const context = canvas.getContext('2d', { willReadFrequently: true });
        if (context === null) throw new Error('no canvas');
        context.fillStyle = '#fff';
        context.fillRect(0, 0, width, height);
        context.fillStyle = '#000';
        return context;
      };
      const size = Math.abs(line[0]?.transform[3] ?? 10) * scale;
      const from = Math.min(...line.map(({ transform }) => transform[4])) * scale - size / 4;
      const to = Math.max(...line.map(({ transform, width }) => transform[4] + width)) * scale;
      const base = drawn.height - (line[0]?.transform[5] ?? 0) * scale;
      const width = to - from + size / 2;
      const cut = paper(width, size * 1.4);
      cut.drawImage(drawn.canvas, -from, size - base);
      const found = inkOf(cut.getImageData(0, 0, width, size * 1.4));
      return others.map((candidate) => {
        const isArabic = /\p{Script=Arabic}/u.test(candidate);
        const other = paper(width * 3, size * 1.4);
        other.font = `${size}px latin, arabic`;
        other.direction = isArabic ? 'rtl' : 'ltr';
        other.textAlign = 'center';
        other.fillText(candidate, (width * 3) / 2, size);
        const ink = inkOf(other.getImageData(0, 0, width * 3, size * 1.4));
        // A pixel matches if the other picture has ink next to it, because edges are smoothed differently.
        const near = (one: typeof ink, x: number, y: number) => {
          for (let dy = -2; dy <= 2; dy += 1)
            for (let dx = -2; dx <= 2; dx += 1) if (one.at(x + dx, y + dy)) return true;
          return false;
        };
        let [same, all] = [0, 0];
        for (let y = 0; y < Math.max(ink.height, found.height); y += 1)
          for (let x = 0; x < Math.max(ink.width, found.width); x += 1) {
            const [here, there] = [found.at(x, y), ink.at(x, y)];
            if (here) [same, all] = [same + (near(ink, x, y) ? 1 : 0), all + 1];
            if (there) [same, all] = [same + (near(found, x, y) ? 1 : 0), all + 1];
          }
        return all === 0 ? 0 : same / all;
      });
    },
    [text, candidates] as const,
  );
