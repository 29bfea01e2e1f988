/**
 * Invitations that one server process sends before it checks whether it is stopping, and maximum invitations per job.
 */
export const invitationBatch = 25;
export const invitationsOfJob = 100;
/** A school's invitations are spread over time, so that password resets reach the mail server in between. */
export const invitationsPerMinute = 300;
/** Minutes between two invitations of one person. */
export const pauseMinutes = 60;
/** Minutes before each retry of a deferred email. After the last one, it fails. */
export const retryMinutes = [1, 5, 15, 60, 240] as const;
/** Minutes before a retry if the mail server is unreachable. */
export const serverPauseMinutes = 5;
/**
 * Minutes for which a claim on an invitation is valid. After that, it counts as lost with its server process, and
 * another one sends it.
 */
export const claimMinutes = 15;

const minuteMs = 60_000;
export const minutesAfter = (from: Date, minutes: number): Date =>
  new Date(from.getTime() + minutes * minuteMs);
