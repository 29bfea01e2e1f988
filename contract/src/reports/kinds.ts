import { reportKinds } from '../lists/report-kinds.ts';

export const reportReasons = ['harassment', 'impersonation', 'spam', 'harm', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
/** States of a report. `open` waits for a moderator. The last two are final, but such reports can be reopened. */
export const reportStates = ['open', 'reviewing', 'resolved', 'dismissed'] as const;
export type ReportState = (typeof reportStates)[number];
/** Content types that people can report. Each feature lists its own (`<feature>/report-kinds.ts`). */
export { reportKinds };
export type ReportKind = (typeof reportKinds)[number];
