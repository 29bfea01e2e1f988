/** The scanner has its own page, because only its policy allows the camera and WebAssembly. */
const scannerShell = '/check-in/page-without-network';
const shell = '/page-without-network';
/** URLs under which the page is stored. The server has no page there, so it sends the app's page without data. */
export const shells: readonly string[] = [shell, scannerShell];

/** Returns the URL of the stored page that opens at a path. */
export const shellOf = (pathname: string): string =>
  pathname.startsWith('/check-in/') ? scannerShell : shell;

/** Returns whether a request opens a page in a frame. The app never works offline inside a host page. */
export const isFramed = ({ mode, destination }: Pick<Request, 'mode' | 'destination'>): boolean =>
  mode === 'navigate' && destination !== 'document';

/** Returns whether the server answers at a path, and not the app: sign-on, downloads, calendars. */
export const isOfServer = (pathname: string): boolean =>
  /^\/(?:api|assets|dav|files|languages|mobile_ws|scim|\.well-known)(?:\/|$)/.test(pathname);

/** Marks a page as the stored copy, so that the app shows stored data (lib/offline-copy.ts). */
export const withCopyMark = (html: string): string =>
  html.replace('</head>', '<meta name="offline-copy" content="yes"></head>');
