import { Command } from 'commander';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isEntry } from '../entry.ts';
import { runStep } from '../step.ts';
import { root } from '../web-hash.ts';
import { addRelease } from './changelog.ts';

/*
 * `npm run release -- 1.1.0` makes a release of the current commit: the version in package.json, CHANGELOG.md, a commit and a tag, and in
 * `dist/release` a tarball of the sources, a list of the runtime packages (an SBOM in CycloneDX), an image, and checksums. It works in a temporary
 * clone, so a failure leaves the checkout unchanged.
 */

/** Paths whose commits the changelog lists. Other commits change tests, documents and tools of developers. */
const product = [
  'contract/src',
  'server/src',
  'server/database',
  'web/src',
  'web/public',
  'embed/src',
  'tools/campus',
  'deploy',
  'compose.yaml',
  ':(exclude)*.test.ts',
  ':(exclude)*.test.tsx',
];

class ReleaseRefused extends Error {}

interface Options {
  /** Checkout to release. */
  readonly from: string;
  /** Folder for the files. */
  readonly out: string;
  /** Tag or commit of the previous release; the changelog lists the commits after it. Default: the latest tag. */
  readonly since?: string;
  /** Base image, as in deploy/Containerfile. */
  readonly base?: string;
  readonly image: boolean;
  readonly date: string;
}

/** Runs a command and returns its output. Throws with the output if it fails. */
const run = async (cwd: string, command: string, ...args: readonly string[]): Promise<string> => {
  const { ok, output } = await runStep(command, command, args, { cwd });
  if (!ok) throw new ReleaseRefused(`${command} ${args.join(' ')} failed:\n${output}`);
  return output.trim();
};

const parse = (version: string): readonly number[] | undefined =>
  /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);

/** Returns whether a version is newer than another one. Throws if it isn't of the form 1.2.3. */
const isNewer = (version: string, than: string): boolean => {
  const [next, former] = [parse(version), parse(than)];
  if (next === undefined || former === undefined)
    throw new ReleaseRefused(`${version} isn’t a version. Use three numbers, such as 1.2.0.`);
  const at = next.findIndex((part, nth) => part !== former[nth]);
  return at >= 0 && (next[at] ?? 0) > (former[at] ?? 0);
};

const latestTag = async (checkout: string): Promise<string> => {
  const { ok, output } = await runStep(
    'git',
    'git',
    ['describe', '--tags', '--abbrev=0', '--match', 'v*'],
    { cwd: checkout },
  );
  if (!ok)
    throw new ReleaseRefused(
      'There is no release tag yet. Pass the previous release’s commit with --since.',
    );
  return output.trim();
};

const check = async ({ from }: Options, version: string): Promise<void> => {
  const { version: former } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as {
    version: string;
  };
  if (!isNewer(version, former))
    throw new ReleaseRefused(`${version} isn’t newer than ${former}, the current version.`);
  if ((await run(from, 'git', 'status', '--porcelain')) !== '')
    throw new ReleaseRefused('The checkout has uncommitted changes. Commit or discard them.');
  if ((await run(from, 'git', 'tag', '--list', `v${version}`)) !== '')
    throw new ReleaseRefused(`The tag v${version} exists already. Choose another version.`);
};

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const writeChangelog = async (
  clone: string,
  version: string,
  since: string,
  date: string,
): Promise<void> => {
  const path = join(clone, 'CHANGELOG.md');
  const range = `${since}..HEAD`;
  const former = existsSync(path) ? await readFile(path, 'utf8') : '';
  await writeFile(
    path,
    addRelease(former, {
      version,
      date,
      subjects: lines(
        await run(clone, 'git', 'log', '--no-merges', '--format=%s', range, '--', ...product),
      ),
      migrations: lines(
        await run(
          clone,
          'git',
          'diff',
          '--name-only',
          '--diff-filter=A',
          range,
          '--',
          'server/database/migrations/*.sql',
        ),
      ),
    }),
  );
};

const sha256 = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/** Builds the image from the files of the tarball, so that nothing else of this machine gets into it. */
const buildImage = async (
  folder: string,
  sources: string,
  version: string,
  base: string | undefined,
): Promise<void> => {
  const tag = `commons:${version}`;
  await run(
    sources,
    'docker',
    'build',
    ...(base === undefined ? [] : ['--build-arg', `BASE=${base}`]),
    '--file=deploy/Containerfile',
    `--tag=${tag}`,
    '.',
  );
  const file = join(folder, `commons-${version}-image.tar`);
  await run(sources, 'docker', 'save', '--output', file, tag);
  await run(folder, 'gzip', '--force', file);
};

/** Makes a release. Returns the names of its files. Throws `ReleaseRefused` and changes nothing if a step fails. */
export const release = async (version: string, options: Options): Promise<string[]> => {
  const { from, out } = options;
  await check(options, version);
  const since = options.since ?? (await latestTag(from));
  const folder = await mkdtemp(join(tmpdir(), 'commons-release-'));
  try {
    const [clone, files] = [join(folder, 'clone'), join(folder, 'files')];
    await mkdir(files);
    await run(folder, 'git', 'clone', '--quiet', '--no-hardlinks', from, clone);
    for (const key of ['user.name', 'user.email'])
      await run(clone, 'git', 'config', key, await run(from, 'git', 'config', key));
    await run(clone, 'npm', 'version', version, '--no-git-tag-version', '--ignore-scripts');
    await writeChangelog(clone, version, since, options.date);
    await run(clone, 'git', 'add', '--all');
    await run(clone, 'git', 'commit', '--quiet', '--message', `Release ${version}`);
    await run(clone, 'git', 'tag', '--annotate', `v${version}`, '--message', `Commons ${version}`);

    const name = `commons-${version}`;
    const tarball = join(files, `${name}.tar.gz`);
    await run(clone, 'git', 'archive', `--prefix=${name}/`, '--output', tarball, `v${version}`);
    await writeFile(
      join(files, `${name}.cdx.json`),
      await run(
        clone,
        'npm',
        'sbom',
        '--sbom-format=cyclonedx',
        '--sbom-type=application',
        '--omit=dev',
        '--package-lock-only',
        // A warning would end up in the file.
        '--loglevel=silent',
      ),
    );
    if (options.image) {
      await run(folder, 'tar', '--extract', '--file', tarball);
      await buildImage(files, join(folder, name), version, options.base);
    }
    const made = (await readdir(files)).toSorted();
    const sums = await Promise.all(
      made.map(async (file) => `${await sha256(join(files, file))}  ${file}\n`),
    );
    await writeFile(join(files, 'SHA256SUMS'), sums.join(''));

    await mkdir(out, { recursive: true });
    for (const file of await readdir(files)) await copyFile(join(files, file), join(out, file));
    await run(from, 'git', 'fetch', '--quiet', clone, 'tag', `v${version}`);
    await run(from, 'git', 'merge', '--quiet', '--ff-only', `v${version}`);
    return [...made, 'SHA256SUMS'];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

if (isEntry(import.meta.filename)) {
  const program = new Command('release')
    .argument('<version>', 'the new version, such as 1.2.0')
    .option('--since <commit>', 'the previous release (default: the latest tag)')
    .option('--out <folder>', 'folder for the files', join(root, 'dist', 'release'))
    .option('--base <image>', 'base image with Node 24 or newer')
    .option('--no-image', 'build no image')
    .action(
      async (
        version: string,
        { since, out, base, image }: { since?: string; out: string; base?: string; image: boolean },
      ) => {
        const files = await release(version, {
          from: root,
          out: resolve(out),
          image,
          date: new Date().toISOString().slice(0, 10),
          ...(since !== undefined && { since }),
          ...(base !== undefined && { base }),
        });
        console.log(
          [
            `Commons ${version} is ready. ${resolve(out)} contains ${files.join(', ')}.`,
            `Publish it with: git push --follow-tags`,
          ].join('\n'),
        );
      },
    );
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
