/**
 * Header with a position in the database's write-ahead log, such as `16/B374D848`. A client sends the newest position that it has
 * received, or `0/0`. The server then answers a read from a replica that has reached it, or from the primary. Replies have the header if
 * the primary answered. Clients that don't send it always read from the primary.
 */
export const positionHeader = 'x-commons-position';
