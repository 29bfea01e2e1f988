import { parentPort } from 'node:worker_threads';
import type { PdfDocument } from './pdf-content.ts';
import { drawPdf } from './pdf-drawing.ts';

/* The thread of pdf.ts: takes documents, answers their bytes. */

export interface DrawRequest {
  readonly id: number;
  readonly document: PdfDocument;
}

export type DrawReply =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly error: string };

parentPort?.on('message', ({ id, document }: DrawRequest) => {
  const reply = (message: DrawReply) => parentPort?.postMessage(message);
  void drawPdf(document).then(
    (bytes) => reply({ id, bytes: new Uint8Array(bytes) }),
    (error: unknown) =>
      reply({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
