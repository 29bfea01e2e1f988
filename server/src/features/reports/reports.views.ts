import { reportReasons } from '#contract/reports/kinds.ts';
import type { Report, ReportedSubject } from '#contract/reports/endpoints.ts';
import { uploadUrl, type Signer } from '../uploads/upload-address.ts';
import { faceView } from '../people/people.views.ts';
import { reportUploads, type ReportRow } from './reports.queries.ts';

/** Returns a report as moderators see it. */
export const reportView = (
  signer: Signer,
  row: ReportRow,
  subject: ReportedSubject | undefined,
): Report => ({
  id: String(row.id),
  state: row.state,
  reason: reportReasons.find((reason) => reason === row.reason) ?? 'other',
  note: row.note,
  at: row.created_at.toISOString(),
  reporter: row.reporter && faceView(row.reporter),
  target: { kind: row.kind, id: row.target, title: row.title },
  person: row.person && faceView(row.person),
  isSuspended: row.is_suspended,
  subject: subject ?? null,
  earlier: row.earlier,
  evidence: row.evidence,
  files: Object.fromEntries(
    row.files.map(({ id, hasSmall }) => {
      // The report keeps the file even if the message no longer does.
      const address = { kind: reportUploads.kind, holder: row.id, upload: id };
      return [
        String(id),
        {
          url: uploadUrl(signer, { ...address, form: 'whole' }),
          small: hasSmall ? uploadUrl(signer, { ...address, form: 'small' }) : null,
        },
      ];
    }),
  ),
  notes: row.notes.map((note) => ({
    ...note,
    author: note.author && faceView(note.author),
    at: new Date(note.at).toISOString(),
  })),
});
