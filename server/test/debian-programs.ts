import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isSoak } from './effort.ts';

const run = promisify(execFile);

const isInstalled = (name: string): Promise<boolean> =>
  run('which', [name]).then(
    () => true,
    () => false,
  );

/**
 * Returns whether Debian's programs are installed. `npm run soak` installs them as root, and prints a message if it can't. Other runs
 * return false.
 */
export const installPrograms = async (programs: readonly string[]): Promise<boolean> => {
  if (!isSoak) return false;
  const areThere = async () => (await Promise.all(programs.map(isInstalled))).every(Boolean);
  if (await areThere()) return true;
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...programs], {
    timeout: 300_000,
  }).catch(() => undefined);
  if (await areThere()) return true;
  process.stderr.write(
    `Skipped: ${programs.join(', ')} are not installed, and apt-get could not install them. Install them, and run npm run soak again.\n`,
  );
  return false;
};
