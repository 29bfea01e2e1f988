import { reportReasons } from '#contract/report-kinds.ts';
import type { Report } from '#contract/reports.ts';
import { chatFileUrl, type Signer } from '../chat/files/file-address.ts';
import { faceView } from '../people/people.views.ts';
import type { ReportRow } from './reports.queries.ts';

/** A report as the moderators read it. */
export const reportView = (signer: Signer, row: ReportRow): Report => ({
  id: String(row.id),
  state: row.state,
  reason: reportReasons.find((reason) => reason === row.reason) ?? 'other',
  note: row.note,
  at: row.created_at.toISOString(),
  reporter: faceView(row.reporter),
  target: { kind: row.kind, id: row.target, title: row.title },
  person: row.person && faceView(row.person),
  earlier: row.earlier,
  evidence: row.evidence,
  files: Object.fromEntries(
    row.files.map(({ id, hasSmall }) => [
      String(id),
      // In no conversation: the message may have let go of it.
      {
        url: chatFileUrl(signer, { conversation: 0, file: id, form: 'whole' }),
        small: hasSmall ? chatFileUrl(signer, { conversation: 0, file: id, form: 'small' }) : null,
      },
    ]),
  ),
  notes: row.notes.map((note) => ({
    ...note,
    author: note.author && faceView(note.author),
    at: new Date(note.at).toISOString(),
  })),
});
