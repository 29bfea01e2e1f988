/**
 * Pages that people need at the door of an event: the scanner and tickets (decision 059). They open from the device even
 * after the session has ended, and don't wait long for a slow network.
 */
export const isDoorPage = (pathname: string): boolean => /^\/(?:check-in|tickets)\//.test(pathname);
