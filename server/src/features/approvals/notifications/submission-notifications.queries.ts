import { sql } from 'kysely';

/** Nothing has happened to a submission since. */
export const isSubmissionAt = (submission: number, version: number) =>
  sql`exists (select from approval_submissions s where s.id = ${submission} and s.version = ${version})`;

export const isSubmissionThere = (submission: number) =>
  sql`exists (select from approval_submissions s where s.id = ${submission})`;
