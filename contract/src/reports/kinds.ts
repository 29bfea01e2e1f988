import { reportKinds } from '../lists/report-kinds.ts';

/** Why something is reported. */
export const reportReasons = ['harassment', 'impersonation', 'spam', 'harm', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
/** Where a report stands. `open` waits for a moderator; the last two are ends, and can be opened again. */
export const reportStates = ['open', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportState = (typeof reportStates)[number];
/** What a report can be about; each feature lists its own (`<feature>/report-kinds.ts`). */
export { reportKinds };
export type ReportKind = (typeof reportKinds)[number];
