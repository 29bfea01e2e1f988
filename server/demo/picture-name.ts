import anyAscii from 'any-ascii';

/** Returns the file name of the picture of a club or event, without its ending. */
export const pictureName = (title: string): string =>
  anyAscii(title)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
