import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { importLimits, listName, plainFileName, runStates, zipName } from './limits.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber, wholeNumberText } from '../whole-number.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const count = z.number().int().min(0);

/** Row counts of one type, for changes made or previewed. */
const changes = z.object({
  what: z.string().describe('Type of the rows: people, connections, or a OneRoster file.'),
  added: count,
  changed: count,
  ended: count,
  unchanged: count,
});
export type Changes = z.output<typeof changes>;

/** A problem or oddity in one row of a file. `line` is the row's first line; `column` is empty if the whole row is affected. */
const rowProblem = z.object({
  file: z.string(),
  line: count.describe('Line of the file on which the row starts.'),
  column: z.string(),
  reason: z.string(),
});
schemaNames.add(rowProblem, { id: 'ImportProblem' });
export type RowProblem = z.output<typeof rowProblem>;

const report = z.object({
  format: z.string().describe('Format: campus, or OneRoster with its version.'),
  changes: z.array(changes),
  pictures: count,
  invitable: count.describe(
    'New people who can get an invitation. 0 if single sign-on is required.',
  ),
  people: z.object({
    disabled: count.describe('Number of accounts that will be deactivated.'),
    active: count.describe('Number of active accounts before the import.'),
    needsConfirmation: z
      .boolean()
      .describe(
        'True if the confirmation must include the number of accounts that will be deactivated.',
      ),
  }),
  problems: z
    .array(rowProblem)
    .describe(`First ${importLimits.problemsMax} problems, in file order.`),
  problemTotal: count,
  notes: z
    .array(rowProblem)
    .describe('Deviations from the format that are accepted anyway, limited in the same way.'),
  noteTotal: count,
});
schemaNames.add(report, { id: 'ImportReport' });
export type ImportReportView = z.output<typeof report>;

/** An import in progress, or the result of the latest one. */
export const importRun = z.object({
  id: z.string(),
  kind: z.enum(['import', 'undo']),
  state: z.enum(runStates),
  source: z
    .string()
    .describe('Name of the zip or of the files. For an undo, of the import that it undoes.'),
  by: face
    .nullable()
    .describe('Person who started it, or null for the operator and for deleted users.'),
  beganAt: z.string().describe('Instant in ISO 8601.'),
  endedAt: z.string().nullable().describe('Time when it ended, or null while it is running.'),
  importId: z.string().nullable().describe('ID of the import that it stored or undoes, or null.'),
  progress: z
    .object({
      part: z.string().describe('File name, `pictures` or `storing`.'),
      done: count.describe('Bytes of the file, or number of pictures.'),
      total: count.describe('Total, or 0 if unknown.'),
      rows: count.describe('Number of rows read so far.'),
      seconds: z.number().min(0).describe('Seconds since this stage started.'),
    })
    .nullable()
    .describe('Progress of the current stage, or null if none is running.'),
  report: report.nullable().describe('Report, or null until the check is done.'),
  invites: z.boolean().describe('True if the new people get an invitation.'),
  reason: z
    .string()
    .nullable()
    .describe('Reason why it failed or was refused as a whole, one sentence per line, or null.'),
});
schemaNames.add(importRun, { id: 'ImportRun' });
export type ImportRun = z.output<typeof importRun>;

const one = z.strictObject({ id: z.string().max(20) });
const run = z.object({ run: importRun });

export const newestRun = endpoint({
  name: 'import-runs.newest',
  summary: 'Get the latest import',
  description:
    'Returns the import in progress, or the result of the latest one. Null if there was none in the last 30 days.',
  method: 'GET',
  path: '/api/v1/import-runs/newest',
  access: 'staff',
  permission: 'imports.finances',
  credential: 'bearer',
  recordsReads: true,
  reply: z.object({ run: importRun.nullable().describe('Newest import, or null.') }),
});

export const createRun = endpoint({
  name: 'import-runs.begin',
  summary: 'Start an import',
  description:
    'Upload its files next. A school has one import in progress at a time. People who aren’t admins can import only charges.csv, payments.csv and holds.csv. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/import-runs',
  access: 'staff',
  permission: 'imports.finances',
  credential: 'bearer',
  keepsReply: 'always',
  body: z.strictObject({
    clientId: clientId.optional(),
    source: text().min(1).max(200).describe('Name shown in the list of imports.'),
  }),
  reply: run,
  errors: ['import_running'],
});

export const uploadFile = endpoint({
  name: 'import-runs.upload',
  summary: 'Upload an import file',
  description: `Send the file as the body: a zip, or a CSV file in our format or OneRoster. Limit: ${importLimits.megabytes} MB for all files, and ${importLimits.files} files.`,
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
        `Use the name of a .csv, .tsv, .txt or .zip file, up to ${importLimits.fileNameBytes} bytes long.`,
      ),
  }),
  reply: z.object({ name: z.string(), bytes: count.describe('Size of the received file.') }),
  errors: ['not_found', 'import_moved_on', 'import_too_large'],
});

export const checkRun = endpoint({
  name: 'import-runs.check',
  summary: 'Check an import',
  description: 'Call this after all files are uploaded. Finds out the changes; stores nothing.',
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
  summary: 'Confirm an import',
  description:
    'Stores the checked changes. If they would deactivate many accounts, send their number as `disabled`; any other number is rejected.',
  method: 'POST',
  path: '/api/v1/import-runs/{id}/confirm',
  access: 'staff',
  permission: 'imports.finances',
  credential: 'bearer',
  params: one,
  body: z.strictObject({
    disabled: wholeNumber
      .optional()
      .describe('Number of accounts that will be deactivated, as in the report.'),
    invite: z
      .boolean()
      .default(false)
      .describe('True to send invitations to the new people. Ignored if they need none.'),
  }),
  reply: run,
  errors: ['not_found', 'import_moved_on', 'disabling_not_confirmed'],
});

export const cancelRun = endpoint({
  name: 'import-runs.cancel',
  summary: 'Cancel an import',
  description: 'The import must not have ended. Nothing is stored, and its files are removed.',
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
  at: z.string().describe('Instant in ISO 8601.'),
  by: face
    .nullable()
    .describe('Person who started the import, or null for the operator and for deleted users.'),
  source: z.string(),
  format: z.string(),
  changes: z.array(changes.omit({ unchanged: true })),
  undoneAt: z.string().nullable().describe('Time of the undo, or null.'),
  can: z.object({
    undo: z
      .boolean()
      .describe('True for 180 days. The undo itself can still fail because of later changes.'),
  }),
});
schemaNames.add(importRecord, { id: 'Import' });
export type ImportRecordView = z.output<typeof importRecord>;

export const listImports = endpoint({
  name: 'imports.list',
  summary: 'List imports',
  description: 'Returns imports that changed something, newest first.',
  method: 'GET',
  path: '/api/v1/imports',
  access: 'staff',
  permission: 'imports.manage',
  credential: 'bearer',
  query: z.strictObject({
    before: wholeNumberText
      .min(1)
      .optional()
      .describe('Upper bound: returns imports with a smaller ID.'),
    size: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ items: z.array(importRecord) }),
});

export const undoImport = endpoint({
  name: 'imports.undo',
  summary: 'Undo an import',
  description:
    'Restores the previous state exactly, or changes nothing. Returns the run that performs the undo.',
  method: 'POST',
  path: '/api/v1/imports/{id}/undo',
  access: 'staff',
  permission: 'imports.manage',
  credential: 'bearer',
  params: one,
  reply: run,
  errors: ['not_found', 'import_running', 'import_moved_on', 'import_too_old'],
});
