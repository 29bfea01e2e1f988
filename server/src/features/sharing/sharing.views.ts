import type { ProfileField } from '#contract/people/audiences.ts';
import type { PublicProfile, ShareLink } from '#contract/sharing/endpoints.ts';
import type { FieldRules } from '#contract/people/audiences.ts';
import type { ShareableField } from '#contract/sharing/shared-fields.ts';
import type { PersonRow } from '../people/people.queries.ts';
import { fileUrl, openFields } from '../people/people.views.ts';
import type { ShareLinkRow } from './sharing.queries.ts';

/** Returns the address of a person's public page, or, with a token, of the page behind that link. */
export const publicUrl = (origin: string, uid: number, token?: string): string =>
  `${origin}/student_profile?uid=${uid}&share=1${token === undefined ? '' : `&link=${token}`}`;

const isField = (field: ShareableField): field is Exclude<ShareableField, 'picture'> =>
  field !== 'picture';

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/**
 * Returns a person for the public: the shared fields that everyone at school can see and that aren't empty. The
 * response schema is the allow-list, and no other field is returned.
 */
export const publicView = (
  row: PersonRow,
  rules: FieldRules,
  shared: readonly ShareableField[],
): PublicProfile => {
  const fields: readonly ProfileField[] = shared.filter(isField);
  const open = Object.fromEntries(
    Object.entries(openFields(row, rules, fields)).filter(([, value]) => isFilled(value)),
  );
  const hasPicture = shared.includes('picture');
  return {
    uid: String(row.id),
    firstName: row.first_name,
    lastName: row.last_name,
    accountType: row.account_type,
    photoUrl: hasPicture ? fileUrl(row.photo) : null,
    largePhotoUrl: hasPicture ? fileUrl(row.cover) : null,
    ...open,
  };
};

/** Returns a link as its owner sees it. `url` contains the token. */
export const shareLinkView = (row: ShareLinkRow, url: string, now: Date): ShareLink => ({
  id: String(row.id),
  url,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  isWithdrawn: row.withdrawn_at !== null,
  isOpen: row.withdrawn_at === null && (row.expires_at === null || row.expires_at > now),
  opened: row.open_count,
  openedAt: row.last_opened_at?.toISOString() ?? null,
});
