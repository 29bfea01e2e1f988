import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { documentLanguages, recordLimits as limits, transcriptParts } from './limits.ts';
import { text as textField } from '../text.ts';

/* How the school's transcripts look. What was issued keeps the looks it was issued with: its file does not change. */

const staff = { access: 'staff', permission: 'record.manage', credential: 'bearer' } as const;

const text = (max: number) => textField().max(max);
const texts = z.strictObject({
  office: text(limits.office).describe('Who issues it, below the name of the school'),
  signatoryTitle: text(limits.signatory),
  introduction: text(limits.introduction).describe('Above the experiences'),
});

const looks = {
  signatory: text(limits.signatory).describe('Name of who signs; empty: nobody'),
  texts: z
    .strictObject({ en: texts, de: texts, ar: texts })
    .describe('By language; one that is empty is taken from another language'),
  shown: z.array(z.enum(transcriptParts)).max(transcriptParts.length),
};

const layout = z.object({
  ...looks,
  signature: uploadedFile.nullable(),
  version: wholeNumber.describe('0: nobody has changed it yet'),
});
export type TranscriptLayout = z.output<typeof layout>;

const sent = {
  ...looks,
  signature: z
    .string()
    .max(40)
    .nullable()
    .describe('Id of an upload of the caller, or of the one that is stored'),
};

export const getTranscriptLayout = endpoint({
  ...staff,
  name: 'record.layout',
  summary: 'How transcripts of the school look.',
  method: 'GET',
  path: '/api/v1/school/record/layout',
  reply: layout,
});

export const updateTranscriptLayout = endpoint({
  ...staff,
  name: 'record.change-layout',
  summary:
    'Change how transcripts look, as it was read at `version`. Those that were issued stay as they are.',
  method: 'PUT',
  path: '/api/v1/school/record/layout',
  body: z.strictObject({ ...sent, version: wholeNumber }),
  reply: layout,
  errors: ['record_setup_changed', 'record_signature_unknown'],
});

export const previewTranscript = endpoint({
  ...staff,
  name: 'record.preview-layout',
  summary: 'A transcript of invented entries with these looks, as a PDF. Nothing is stored.',
  method: 'POST',
  path: '/api/v1/school/record/layout/preview',
  body: z.strictObject({ ...sent, language: z.enum(documentLanguages) }),
  reply: z.object({ name: z.string(), type: z.string(), base64: z.base64() }),
  errors: ['record_signature_unknown', 'too_many_requests', 'unavailable'],
});
