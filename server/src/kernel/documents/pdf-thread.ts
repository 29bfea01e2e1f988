import { runTasks } from '../thread-work.ts';
import type { PdfDocument } from './pdf-content.ts';
import { drawPdf } from './pdf-drawing.ts';

/* The thread of pdf.ts, which draws documents. */

runTasks(async (document: PdfDocument) => new Uint8Array(await drawPdf(document)));
