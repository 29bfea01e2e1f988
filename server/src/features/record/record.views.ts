import type { RecordEntry, RecordKind } from '#contract/record/endpoints.ts';
import { fileUrl } from '../people/people.views.ts';
import type { Signer } from '../uploads/upload-address.ts';
import { uploadView } from '../uploads/uploads.views.ts';
import type { EntryRow, KindRow } from './record.queries.ts';
import { canDelete, canSubmit, canUpdate, canWithdraw } from './record.rules.ts';

export const namedView = ({ id, name }: { id: number; name: string }) => ({ id: String(id), name });

/**
 * Returns an experience as its owner sees it. If `isOwn` is false, returns it as a verifier sees it, without the
 * reflection.
 */
export const entryView = (signer: Signer, row: EntryRow, isOwn = true): RecordEntry => ({
  id: String(row.id),
  kind: namedView(row.kind),
  title: row.title,
  organization: row.organization,
  club: row.club && { ...namedView(row.club), logoUrl: fileUrl(row.club.logo) },
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  minutes: row.minutes,
  summary: row.summary,
  reflection: isOwn ? row.reflection : '',
  competencies: row.competencies.map(namedView),
  files: row.files.map((file) =>
    uploadView(signer, { kind: 'record_entry', holder: row.id }, file),
  ),
  source: row.source,
  state: row.state,
  verifiedBy: row.verified_by,
  verifiedAt: row.verified_at?.toISOString() ?? null,
  reason: row.reason,
  submission: row.submission === null ? null : String(row.submission),
  remindAt: isOwn ? (row.remind_at?.toISOString() ?? null) : null,
  waitsFor: row.state === 'waiting' ? row.waits_for : [],
  version: row.version,
  can: {
    update: isOwn && canUpdate(row),
    delete: isOwn && canDelete(row),
    submit: isOwn && canSubmit(row),
    withdraw: isOwn && canWithdraw(row),
  },
});

export const kindView = (row: KindRow): RecordKind => ({
  ...namedView(row),
  description: row.description,
  source: row.source,
  isVerifiedBy: row.verifiers,
});
