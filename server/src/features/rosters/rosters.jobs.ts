export const rostersJobs = [
  /** The sourcedId stays, so that the next roster doesn't add the person again. */
];
