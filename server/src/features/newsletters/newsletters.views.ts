import type { Newsletter, NewsletterSummary } from '#contract/newsletters/endpoints.ts';
import { faceView } from '../people/people.views.ts';
import type { NewsletterRow } from './newsletters.queries.ts';

/** Returns a newsletter for the list of admins. */
export const summaryView = (row: NewsletterRow): NewsletterSummary => ({
  id: String(row.id),
  title: row.title,
  summary: row.summary,
  state: row.state,
  version: row.version,
  by: faceView({ ...row, id: row.created_by }),
  changedAt: row.changed_at.toISOString(),
  sendAt: row.send_at?.toISOString() ?? null,
  sentAt: row.sent_at?.toISOString() ?? null,
  recipients: row.recipients,
  read: row.read,
  mailed: row.mailed,
  bounced: row.bounced,
});

/** Returns a newsletter with its content. */
export const newsletterView = (row: NewsletterRow): Newsletter => ({
  ...summaryView(row),
  blocks: row.blocks,
  audience: row.audience,
  byMail: row.by_mail,
});
