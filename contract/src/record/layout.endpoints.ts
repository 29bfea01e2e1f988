import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { documentLanguages, recordLimits as limits, transcriptParts } from './limits.ts';
import { text as textField } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/* The layout of the school's transcripts. Issued transcripts keep their layout because their file doesn't change. */

const staff = { access: 'staff', permission: 'record.manage', credential: 'bearer' } as const;

const text = (max: number) => textField().max(max);
const texts = z.strictObject({
  office: text(limits.office).describe('Issuing office, shown below the school’s name.'),
  signatoryTitle: text(limits.signatory),
  introduction: text(limits.introduction).describe('Text above the experiences.'),
});
schemaNames.add(texts, { id: 'TranscriptTexts' });

const looks = {
  signatory: text(limits.signatory).describe('Name of the signatory. Empty for none.'),
  texts: z
    .strictObject({ en: texts, de: texts, ar: texts })
    .describe('Texts by language. An empty one uses the text of another language.'),
  shown: z.array(z.enum(transcriptParts)).max(transcriptParts.length),
};

const layout = z.object({
  ...looks,
  signature: uploadedFile.nullable().describe('Picture of the signature, or null.'),
  version: wholeNumber.describe('Version you read. 0 if it was never changed.'),
});
schemaNames.add(layout, { id: 'TranscriptLayout' });
export type TranscriptLayout = z.output<typeof layout>;

const sent = {
  ...looks,
  signature: z
    .string()
    .max(40)
    .nullable()
    .describe('ID of an upload of the caller or of the stored signature, or null.'),
};

export const getTranscriptLayout = endpoint({
  ...staff,
  name: 'record.layout',
  summary: 'Get the transcript layout',
  method: 'GET',
  path: '/api/v1/school/record/layout',
  reply: layout,
});

export const updateTranscriptLayout = endpoint({
  ...staff,
  name: 'record.change-layout',
  summary: 'Update the transcript layout',
  description: 'Send the `version` you read. Issued transcripts don’t change.',
  method: 'PUT',
  path: '/api/v1/school/record/layout',
  body: z.strictObject({
    ...sent,
    version: wholeNumber.describe('Version you read, or 0 before the first change.'),
  }),
  reply: layout,
  errors: ['record_setup_changed', 'record_signature_unknown'],
});

export const previewTranscript = endpoint({
  ...staff,
  name: 'record.preview-layout',
  summary: 'Preview the transcript layout',
  description: 'Returns a PDF with sample entries. Stores nothing.',
  method: 'POST',
  path: '/api/v1/school/record/layout/preview',
  body: z.strictObject({ ...sent, language: z.enum(documentLanguages) }),
  reply: z.object({ name: z.string(), type: z.string(), base64: z.base64() }),
  errors: ['record_signature_unknown', 'too_many_requests', 'unavailable'],
});
