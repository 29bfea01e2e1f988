import { documentPath } from '#contract/record/limits.ts';
import type { RecordDocument } from '#contract/record/endpoints.ts';
import type { PublicDocument } from '#contract/record/public.endpoints.ts';
import type { DocumentRow, PublicDocumentRow } from './documents.queries.ts';

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What a document is called in lists: its badge, or whose record it is. */
const titleOf = ({ kind, content }: DocumentRow): string =>
  kind === 'badge' ? (content.badges[0]?.name ?? '') : content.holder;

/** A document as its person sees it. `origin`: of the school. */
export const documentView = (origin: string, row: DocumentRow, now: Date): RecordDocument => ({
  id: String(row.id),
  kind: row.kind,
  title: titleOf(row),
  code: row.code,
  url: `${origin}${documentPath(row.code)}`,
  issuedAt: row.issued_at.toISOString(),
  expiresAt: instant(row.expires_at),
  isExpired: row.expires_at !== null && row.expires_at <= now,
  revokedAt: instant(row.revoked_at),
  isRevokedBySchool: row.is_revoked_by_school,
  reason: row.is_revoked_by_school ? row.reason : '',
  opened: row.opened,
  openedAt: instant(row.opened_at),
});

/** A badge that was taken back takes its document along: it says nothing else. */
const isBadgeGone = (row: PublicDocumentRow): boolean =>
  row.kind === 'badge' && row.content.badges.some(({ id }) => row.badges[id] !== 'valid');

const statusOf = (row: PublicDocumentRow, now: Date): PublicDocument['status'] => {
  if (row.revoked_at !== null || isBadgeGone(row)) return 'revoked';
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'valid';
};

/** A document as anybody sees it who has its code. What is revoked or has expired says nothing of the person any more. */
export const publicView = (row: PublicDocumentRow, now: Date): PublicDocument => {
  const status = statusOf(row, now);
  const { content } = row;
  const isShown = status === 'valid';
  return {
    kind: row.kind,
    code: row.code,
    status,
    isRevokedBySchool: row.is_revoked_by_school || isBadgeGone(row),
    reason: row.is_revoked_by_school && row.public_reason === null ? row.reason : '',
    publicReason: row.is_revoked_by_school
      ? row.public_reason
      : isBadgeGone(row)
        ? row.badge_reason
        : null,
    issuedAt: row.issued_at.toISOString(),
    expiresAt: instant(row.expires_at),
    revokedAt: instant(row.revoked_at),
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
