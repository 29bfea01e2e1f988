/** Invitations that one server process sends between two checks of whether it stops, and in one job. */
export const invitationBatch = 25;
export const invitationsOfJob = 100;
/** A school's invitations are spread over time, so that password resets reach the mail server in between. */
export const invitationsPerMinute = 300;
/** Minutes between two invitations of one person. */
export const pauseMinutes = 60;
/** Minutes until an email that the mail server put off is tried again, by the number of tries; after the last it is given up. */
export const retryMinutes = [1, 5, 15, 60, 240] as const;
/** Minutes until a mail server that doesn't answer is asked again. */
export const serverPauseMinutes = 5;
/** An invitation claimed this many minutes ago and not sent was lost with its server process: another one sends it. */
export const claimMinutes = 15;

const minuteMs = 60_000;
export const minutesAfter = (from: Date, minutes: number): Date =>
  new Date(from.getTime() + minutes * minuteMs);
