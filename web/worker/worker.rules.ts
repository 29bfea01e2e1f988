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

/** Folders of calls, sign-on, calendars, files of people and downloads. */
const callFolders = ['api', 'dav', 'files', 'mobile_ws', 'scim'] as const;
const serverFolders: ReadonlySet<string> = new Set([
  ...callFolders,
  'assets',
  'languages',
  '.well-known',
]);

/** URL patterns, one for each folder: browsers reject rules whose pattern has a regular expression, such as a choice of folders. */
export const networkPatterns: readonly string[] = callFolders.map((folder) => `/${folder}/*`);

/** Returns whether the server answers at a path, and not the app. */
export const isOfServer = (pathname: string): boolean =>
  serverFolders.has(pathname.split('/')[1] ?? '');

/** Marks a page as the stored copy, so that the app shows stored data (shell/start-app.ts). */
export const withCopyMark = (html: string): string =>
  html.replace('</head>', '<meta name="offline-copy" content="yes"></head>');

/** Returns a file's name without the hash of its content. */
const nameOf = (file: string): string => file.replace(/-[\w-]{7,8}(?=\.\w+$)/, '');

/**
 * Returns the paths of this release's files that replace those a former release stored. The files of a release have the same
 * names as those of the former one, and other hashes. `assets` are the names of this release's files.
 */
export function replacementsOf(former: readonly string[], assets: readonly string[]): string[] {
  const paths = assets.map((file) => `/assets/${file}`);
  const names = new Set(former.map(nameOf));
  // Names of languages have no hash.
  const languages = former.filter((path) => path.startsWith('/languages/'));
  return [...paths.filter((path) => names.has(nameOf(path))), ...new Set(languages)];
}
