import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { TranscriptLayout } from '#contract/record/layout.endpoints.ts';
import {
  documentLanguages,
  transcriptParts,
  type DocumentLanguage,
} from '#contract/record/limits.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import {
  encodeForPrint,
  uploadFormats,
  withPicture,
} from '../../../kernel/files/picture-encoding.ts';
import { readPieces } from '../../uploads/receiving.ts';
import { selectPieces } from '../../uploads/uploads.queries.ts';
import type { LayoutColumns } from './layout.queries.ts';

/* The design of a school's transcripts. */

const noTexts = { office: '', signatoryTitle: '', introduction: '' };

/** The layout of schools that haven't set one. */
export const usualLayout: LayoutColumns = {
  signatory: '',
  texts: { en: noTexts, de: noTexts, ar: noTexts },
  shown: transcriptParts,
};

/** A picture for print, with its size in pixels. */
export interface PrintPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The design of one transcript in its language. */
export interface TranscriptDesign {
  readonly office: string;
  readonly introduction: string;
  readonly signatory: string;
  readonly signatoryTitle: string;
  readonly signature: PrintPicture | null;
  readonly shown: LayoutColumns['shown'];
}

export const designOf = (
  { signatory, texts, shown }: LayoutColumns,
  language: DocumentLanguage,
  signature: PrintPicture | null,
): TranscriptDesign => {
  // Texts that the school hasn't written in this language are taken from the other one.
  const textFor = (name: keyof TranscriptLayout['texts']['en']): string =>
    [language, ...documentLanguages].map((one) => texts[one][name]).find((one) => one !== '') ?? '';
  return {
    office: textFor('office'),
    introduction: textFor('introduction'),
    signatory,
    signatoryTitle: textFor('signatoryTitle'),
    signature,
    shown,
  };
};

/**
 * Maximum size of a signature in pixels. It is twice the drawn size at 300 dots per inch, more than printers can show.
 */
const box = { width: 640, height: 240 };

/** Returns the picture of a signature for print. */
export const readSignature = async (
  scope: Scope,
  upload: number | null,
): Promise<PrintPicture | null> => {
  if (upload === null) return null;
  const pieces = await transact(scope, ({ db }) => selectPieces(db, upload), { readOnly: true });
  const bytes = await buffer(Readable.from(readPieces(scope, pieces)));
  return withPicture(bytes, uploadFormats, (picture) =>
    encodeForPrint(picture, box.width, box.height),
  );
};
