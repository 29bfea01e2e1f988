import { sql } from 'kysely';

/** True if a submission still has the version. */
export const isSubmissionAt = (submission: number, version: number) =>
  sql`exists (select from approval_submissions s where s.id = ${submission} and s.version = ${version})`;

export const isSubmissionThere = (submission: number) =>
  sql`exists (select from approval_submissions s where s.id = ${submission})`;
