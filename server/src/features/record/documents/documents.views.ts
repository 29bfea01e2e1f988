import { documentPath, type PublicReason } from '#contract/record/limits.ts';
import type { RecordDocument } from '#contract/record/endpoints.ts';
import type { PublicDocument } from '#contract/record/public.endpoints.ts';
import type { DocumentRow, PublicDocumentRow } from './documents.queries.ts';

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Returns the title of a document in lists: its badge, or the name of the record's holder. */
const titleOf = ({ kind, content }: DocumentRow): string =>
  kind === 'badge' ? (content.badges[0]?.name ?? '') : content.holder;

/** Returns whether and why a document is invalid: it was revoked, or the person no longer has its badge. */
const revocationOf = (
  row: DocumentRow,
): {
  at: string;
  isBySchool: boolean;
  isBadgeLost: boolean;
  reason: string;
  publicReason: PublicReason | null;
} | null => {
  const { revoked_at: at, is_revoked_by_school: isBySchool, badge_gone: gone } = row;
  if (at !== null)
    return {
      at: at.toISOString(),
      isBySchool,
      isBadgeLost: false,
      reason: isBySchool ? row.reason : '',
      publicReason: isBySchool ? row.public_reason : null,
    };
  if (gone === null) return null;
  return {
    at: new Date(gone.at).toISOString(),
    isBySchool: gone.isByHand,
    isBadgeLost: !gone.isByHand,
    reason: gone.isByHand ? gone.reason : '',
    publicReason: gone.isByHand ? gone.publicReason : null,
  };
};

/** Returns a document as its holder sees it. `origin` is the school's address. */
export const documentView = (origin: string, row: DocumentRow, now: Date): RecordDocument => {
  const revoked = revocationOf(row);
  return {
    id: String(row.id),
    kind: row.kind,
    award: row.award_id === null ? null : String(row.award_id),
    title: titleOf(row),
    code: row.code,
    url: `${origin}${documentPath(row.code)}`,
    issuedAt: row.issued_at.toISOString(),
    expiresAt: instant(row.expires_at),
    isExpired: row.expires_at !== null && row.expires_at <= now,
    revokedAt: revoked?.at ?? null,
    isRevokedBySchool: revoked?.isBySchool ?? false,
    isBadgeLost: revoked?.isBadgeLost ?? false,
    reason: revoked?.reason ?? '',
    opened: row.open_count,
    openedAt: instant(row.last_opened_at),
  };
};

/** Returns a document as everyone with its code sees it. Revoked and expired documents contain no personal data. */
export const publicView = (row: PublicDocumentRow, now: Date): PublicDocument => {
  const revoked = revocationOf(row);
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  const status = revoked !== null || row.is_published ? 'revoked' : isExpired ? 'expired' : 'valid';
  const { content } = row;
  // Anyone can read a published code, so it doesn't give access to personal data.
  const isShown = status === 'valid' && !row.is_published;
  return {
    kind: row.kind,
    code: row.code,
    status,
    isRevokedBySchool: revoked?.isBySchool ?? false,
    isBadgeLost: revoked?.isBadgeLost ?? false,
    // Only the holder sees the reason that staff wrote.
    reason:
      row.revoked_at !== null && revoked !== null && revoked.publicReason === null
        ? revoked.reason
        : '',
    publicReason: revoked?.publicReason ?? null,
    issuedAt: row.issued_at.toISOString(),
    expiresAt: instant(row.expires_at),
    revokedAt: revoked?.at ?? null,
    sha256: row.sha256.toString('hex'),
    holder: isShown ? content.holder : '',
    program: isShown ? content.program : '',
    yearOfGraduation: isShown ? content.yearOfGraduation : '',
    entries: isShown
      ? content.entries.map((one) => ({ ...one, status: row.entries[one.id] ?? 'deleted' }))
      : [],
    badges: isShown
      ? content.badges.map((one) => ({ ...one, status: row.badges[one.id] ?? 'deleted' }))
      : [],
  };
};
