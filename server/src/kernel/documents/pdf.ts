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
 * The bytes of a document, with its fonts embedded: Latin, Greek, Cyrillic, Hebrew and Arabic; what is written in other scripts is
 * romanized. Refuses with `unavailable` while twenty others wait. Call it outside of a transaction: it takes 50 ms to some seconds.
 */
export const pdfOf = async (document: PdfDocument): Promise<Buffer> => {
  const { result } = await thread.run(document);
  return Buffer.from(result);
};
