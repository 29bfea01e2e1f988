/* Numbers of uploads, for both sides. No imports: the web app reads them at run time. */

/** Bytes of one file. */
export const uploadMaxBytes = 25 * 1024 * 1024;
/** Bytes of one piece in which a file is sent; a file of one piece is sent in one. */
export const pieceBytes = 1024 * 1024;
