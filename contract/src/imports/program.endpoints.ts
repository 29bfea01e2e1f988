import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/* Imports by a school's own programs, each limited to the lists of one feature. Admins can undo them. */

const count = z.number().int();
/** The result of an import by a program. */
const importedReport = z.object({
  isStored: z.boolean(),
  importId: z
    .string()
    .nullable()
    .describe('ID for undoing the import, or null if nothing changed.'),
  changes: z.array(z.object({ what: z.string(), added: count, changed: count, unchanged: count })),
  problems: z
    .array(
      z.object({
        file: z.string(),
        line: count.describe('Line of the file, starting at 1.'),
        column: z.string(),
        reason: z.string(),
      }),
    )
    .describe('First 1,000 problems. If there are any, nothing is stored.'),
  problemTotal: count.describe('Number of all problems, including those not listed.'),
});

/** Maximum size of a file that a program sends. */
export const programImportMegabytes = 64;

/** The lists that a program with each scope can send, as CSV files of docs/import-format.md. */
export const programLists = {
  // Officers have permissions, so only people can import them.
  clubs: ['clubs.csv', 'club-members.csv'],
  events: ['events.csv'],
  courses: ['terms.csv', 'courses.csv', 'sections.csv', 'meetings.csv', 'section-members.csv'],
} as const;

/** Returns what all imports of these lists by programs have in common. */
export const importing = (lists: readonly string[]) =>
  ({
    access: 'key',
    credential: 'key',
    method: 'PUT',
    upload: { maxBytes: programImportMegabytes * 1_000_000 },
    params: z.strictObject({
      name: z
        .string()
        .regex(
          new RegExp(`^(?:${lists.join('|').replaceAll('.', '\\.')}|\\w[\\w.-]{0,79}\\.zip)$`),
          `must be ${lists.join(', ')}, or the name of a zip of them`,
        )
        .describe(
          `Name of a CSV file, or of a zip of several (docs/import-format.md), of at most ${programImportMegabytes} MB.`,
        ),
    }),
    query: z.strictObject({
      dryRun: z
        .enum(['yes', 'no'])
        .default('no')
        .describe('Dry run: `yes` reports the changes without storing them.'),
    }),
    description:
      'If one row is wrong, nothing is imported. Idempotent: importing the same file again changes nothing. Limit: 120 files per hour.',
    reply: importedReport,
    errors: ['import_file', 'upload_too_large', 'upload_cut_off', 'too_many_requests'],
  }) as const;

export const importClubs = endpoint({
  ...importing(programLists.clubs),
  scope: 'clubs.write',
  name: 'imports.clubs',
  summary: 'Import clubs or their members',
  path: '/api/v1/data/clubs/imports/{name}',
});

export const importEvents = endpoint({
  ...importing(programLists.events),
  scope: 'events.write',
  name: 'imports.events',
  summary: 'Import events',
  path: '/api/v1/data/events/imports/{name}',
});

export const importCourses = endpoint({
  ...importing(programLists.courses),
  scope: 'courses.write',
  name: 'imports.courses',
  summary: 'Import terms, courses, sections or classes',
  path: '/api/v1/data/courses/imports/{name}',
});
