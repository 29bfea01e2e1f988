import { sql } from 'kysely';

/** Whether a submission is unchanged since. */
export const isSubmissionAt = (submission: number, version: number) =>
  sql`exists (select from approval_submissions s where s.id = ${submission} and s.version = ${version})`;

export const isSubmissionThere = (submission: number) =>
  sql`exists (select from approval_submissions s where s.id = ${submission})`;
