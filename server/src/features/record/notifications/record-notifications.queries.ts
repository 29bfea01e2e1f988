import { sql, type RawBuilder } from 'kysely';

/** Returns a condition that is true if the award or revocation by staff is still current. */
export const isRecordAt = (
  kind: 'badge_awarded' | 'badge_revoked' | 'experience_revoked' | 'document_revoked',
  item: number,
): RawBuilder<unknown> => {
  switch (kind) {
    case 'badge_awarded':
    case 'badge_revoked':
      return sql`exists (select from record_awards a where a.badge_id = ${item} and a.user_id = n."user"
        and (a.revoked_at is null) = ${kind === 'badge_awarded'})`;
    case 'experience_revoked':
      return sql`exists (select from record_entries e where e.id = ${item} and e.user_id = n."user" and e.state = 'revoked')`;
    default:
      return sql`exists (select from record_documents d where d.id = ${item} and d.user_id = n."user" and d.revoked_at is not null)`;
  }
};
