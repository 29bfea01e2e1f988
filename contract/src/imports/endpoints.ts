import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { importLimits, listName, plainFileName, runStates, zipName } from './limits.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber, wholeNumberText } from '../whole-number.ts';
import { text } from '../text.ts';

const count = z.number().int().min(0);

/** What happened, or would happen, to rows of one kind. */
const changes = z.object({
  what: z.string().describe('people, connections, or a file of OneRoster'),
  added: count,
  changed: count,
  ended: count,
  unchanged: count,
});
export type Changes = z.output<typeof changes>;

/** One row of a file, and what is wrong or odd about it. `line` is where the row begins; `column` is empty when it is the whole row. */
const rowProblem = z.object({
  file: z.string(),
  line: count,
  column: z.string(),
  reason: z.string(),
});
export type RowProblem = z.output<typeof rowProblem>;

const report = z.object({
  format: z.string().describe('campus, or OneRoster with its version'),
  changes: z.array(changes),
  pictures: count,
  invitable: count.describe(
    'New people who can get an invitation; zero where single sign-on is required',
  ),
  people: z.object({
    ended: count,
    living: count.describe('People with a living account before'),
    mustSay: z.boolean().describe('Whether whoever confirms must say how many people end'),
  }),
  problems: z
    .array(rowProblem)
    .describe(`The first ${importLimits.problemsMax}, in the order of the files`),
  problemTotal: count,
  notes: z
    .array(rowProblem)
    .describe('What departs from the format and is taken all the same, likewise'),
  noteTotal: count,
});
export type ImportReportView = z.output<typeof report>;

/** An import under way, or how the newest one ended. */
export const importRun = z.object({
  id: z.string(),
  kind: z.enum(['import', 'undo']),
  state: z.enum(runStates),
  source: z
    .string()
    .describe('Name of the zip or of the files; of an undo, of the import it takes back'),
  by: face.nullable(),
  beganAt: z.string().describe('Instant, ISO 8601'),
  endedAt: z.string().nullable(),
  importId: z.string().nullable().describe('The import it stored or takes back'),
  progress: z
    .object({
      part: z.string().describe("A file's name, pictures or storing"),
      done: count.describe('Bytes of the file, or pictures'),
      total: count.describe('0: it has no measure'),
      rows: count.describe('Rows read so far'),
      seconds: z.number().min(0).describe('Since this stage began'),
    })
    .nullable(),
  report: report.nullable().describe('Once it has been checked'),
  invites: z.boolean().describe('Whether the new people get an invitation'),
  reason: z
    .string()
    .nullable()
    .describe('Why it failed or was refused as a whole; one sentence a line'),
});
export type ImportRun = z.output<typeof importRun>;

const one = z.strictObject({ id: z.string().max(20) });
const run = z.object({ run: importRun });

export const newestRun = endpoint({
  name: 'import-runs.newest',
  summary:
    'The import that is under way, or how the newest one ended; null when there was none in the last 30 days.',
  method: 'GET',
  path: '/api/v1/import-runs/newest',
  access: 'staff',
  permission: 'imports.finances',
  credential: 'bearer',
  recordsReads: true,
  reply: z.object({ run: importRun.nullable() }),
});

export const createRun = endpoint({
  name: 'import-runs.begin',
  summary:
    'Begin an import: its files follow. A school has one import under way at a time. From people who aren’t admins only charges.csv, payments.csv and holds.csv are taken. A repeated `clientId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/import-runs',
  access: 'staff',
  permission: 'imports.finances',
  credential: 'bearer',
  keepsReply: 'always',
  body: z.strictObject({
    clientId: clientId.optional(),
    source: text().min(1).max(200).describe('Name shown in the list of imports'),
  }),
  reply: run,
  errors: ['import_running'],
});

export const uploadFile = endpoint({
  name: 'import-runs.upload',
  summary: `One file of an import as its bytes: a zip, or a CSV file of our format or of OneRoster. All files together are at most ${importLimits.megabytes} MB, and at most ${importLimits.files} of them.`,
  method: 'PUT',
  path: '/api/v1/import-runs/{id}/files/{name}',
  access: 'staff',
  permission: 'imports.finances',
  credential: 'bearer',
  upload: { maxBytes: importLimits.megabytes * 1_000_000 },
  params: one.extend({
    name: z
      .string()
      .max(importLimits.fileName)
      .refine(
        (name) =>
          plainFileName.test(name) &&
          (listName.test(name) || zipName.test(name)) &&
          new TextEncoder().encode(name).length <= importLimits.fileNameBytes,
        `must be the name of a .csv, .tsv, .txt or .zip file, up to ${importLimits.fileNameBytes} bytes long`,
      ),
  }),
  reply: z.object({ name: z.string(), bytes: count }),
  errors: ['not_found', 'import_moved_on', 'import_too_large'],
});

export const checkRun = endpoint({
  name: 'import-runs.check',
  summary: 'All files are there: find out what would change. Nothing is stored.',
  method: 'POST',
  path: '/api/v1/import-runs/{id}/check',
  access: 'staff',
  permission: 'imports.finances',
  credential: 'bearer',
  params: one,
  reply: run,
  errors: ['not_found', 'import_moved_on', 'import_list_unknown', 'import_list_twice'],
});

export const confirmRun = endpoint({
  name: 'import-runs.confirm',
  summary:
    'Store what was checked. Where it would end many people, `ending` says how many; another number is refused.',
  method: 'POST',
  path: '/api/v1/import-runs/{id}/confirm',
  access: 'staff',
  permission: 'imports.finances',
  credential: 'bearer',
  params: one,
  body: z.strictObject({
    ending: wholeNumber.optional(),
    invite: z
      .boolean()
      .default(false)
      .describe('Whether to send invitations to the new people. Ignored where they need none'),
  }),
  reply: run,
  errors: ['not_found', 'import_moved_on', 'ending_not_confirmed'],
});

export const cancelRun = endpoint({
  name: 'import-runs.cancel',
  summary:
    'Give up an import that has not ended; nothing of it is stored, and its files are removed.',
  method: 'POST',
  path: '/api/v1/import-runs/{id}/cancel',
  access: 'staff',
  permission: 'imports.finances',
  credential: 'bearer',
  params: one,
  reply: run,
  errors: ['not_found', 'import_moved_on'],
});

const importRecord = z.object({
  id: z.string(),
  at: z.string().describe('Instant, ISO 8601'),
  by: face.nullable().describe('null: the operator, or somebody who is no longer here'),
  source: z.string(),
  format: z.string(),
  changes: z.array(changes.omit({ unchanged: true })),
  undoneAt: z.string().nullable(),
  can: z.object({
    undo: z
      .boolean()
      .describe('For 180 days; whether something stands in the way shows when it is tried'),
  }),
});
export type ImportRecordView = z.output<typeof importRecord>;

export const listImports = endpoint({
  name: 'imports.list',
  summary: 'Imports that changed something, newest first.',
  method: 'GET',
  path: '/api/v1/imports',
  access: 'staff',
  permission: 'imports.manage',
  credential: 'bearer',
  query: z.strictObject({
    before: wholeNumberText.min(1).optional().describe('Imports with a smaller id'),
    size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ items: z.array(importRecord) }),
});

export const undoImport = endpoint({
  name: 'imports.undo',
  summary:
    'Take an import back: exactly what stood before, or nothing. Answers the run in which that happens.',
  method: 'POST',
  path: '/api/v1/imports/{id}/undo',
  access: 'staff',
  permission: 'imports.manage',
  credential: 'bearer',
  params: one,
  reply: run,
  errors: ['not_found', 'import_running', 'import_moved_on', 'import_too_old'],
});
