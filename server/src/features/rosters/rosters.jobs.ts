export const rostersJobs = [
  /** The sourcedId stays, so that the next roster does not bring the person back. */
];
