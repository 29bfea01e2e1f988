import { openThread } from '../threads.ts';
import type { PdfDocument } from './pdf-content.ts';

/** Draws documents in a thread, one at a time, because a long statement takes a second. */
const thread = openThread<PdfDocument, Uint8Array>({
  module: new URL('./pdf-thread.ts', import.meta.url),
  failure: 'a document could not be drawn',
  waitingMax: 20,
  taskMs: 20_000,
  // The fonts take about 60 MB.
  idleMs: 60_000,
});

/**
 * Returns the PDF of a document with embedded fonts for Latin, Greek, Cyrillic, Hebrew and Arabic. Other scripts are romanized. Throws
 * `unavailable` while twenty other documents wait. Call it outside of a transaction, because it takes from 50 ms to some seconds.
 */
export const pdfOf = async (document: PdfDocument): Promise<Buffer> => {
  const { result } = await thread.run(document);
  return Buffer.from(result);
};
