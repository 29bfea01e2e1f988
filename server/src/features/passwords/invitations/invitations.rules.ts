/** Invitations that one server process sends between two checks of whether it stops, and in one job. */
export const invitationBatch = 25;
export const invitationsOfJob = 100;
/** A school's invitations are spread over time, so that password resets reach the mail server in between. */
export const invitationsPerMinute = 300;
/** Minutes between two invitations of one person. */
export const pauseMinutes = 60;
/** Minutes until a deferred email is tried again, by number of tries. After the last it fails. */
export const retryMinutes = [1, 5, 15, 60, 240] as const;
/** Minutes until the next try if a mail server doesn't answer. */
export const serverPauseMinutes = 5;
/** Minutes after which a claimed invitation counts as lost with its server process, and another one sends it. */
export const claimMinutes = 15;

const minuteMs = 60_000;
export const minutesAfter = (from: Date, minutes: number): Date =>
  new Date(from.getTime() + minutes * minuteMs);
