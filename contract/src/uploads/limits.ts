/* Limits of uploads for both sides. This file imports nothing because the web app uses it at run time. */

/** Bytes of one file. */
export const uploadMaxBytes = 25 * 1024 * 1024;
/** Bytes of one piece. A smaller file is sent in one piece. */
export const pieceBytes = 1024 * 1024;
