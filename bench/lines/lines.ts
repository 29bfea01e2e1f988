import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeFigures } from '../figures.ts';

/*
 * `npm run bench -- lines [--before COMMIT]`: counts the lines of the code and of some features now and in an earlier commit. Tests,
 * messages and generated files don't count.
 */
const { values } = parseArgs({ options: { before: { type: 'string', default: '554e6151' } } });
const root = join(import.meta.dirname, '../..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

const counted = /\.tsx?$/;
const uncounted =
  /\.(?:test|access-inputs)\.|\/messages\/|\/testing\/|\/lists\/|tables\.ts$|\.d\.ts$/;

/** Returns the lines of some folders and files in a commit. */
const linesOf = (commit: string, paths: readonly string[]): number =>
  git('ls-tree', '-r', '--name-only', commit, '--', ...paths)
    .split('\n')
    .filter((path) => counted.test(path) && !uncounted.test(path))
    .reduce((sum, path) => sum + git('show', `${commit}:${path}`).split('\n').length - 1, 0);

const features = ['hubs', 'webhooks', 'api-keys', 'newsletters', 'sharing', 'announcements'];
const pathsOf = (feature: string) => ({
  server: [`server/src/features/${feature}`],
  web: [`web/src/features/${feature}`],
  // The file from before each feature had a folder.
  contract: [`contract/src/${feature}`, `contract/src/${feature}.ts`],
});
const number = (value: number) => (value === 0 ? '' : value.toLocaleString('en-US'));
const row = (name: string, parts: Readonly<Record<'server' | 'web' | 'contract', string[]>>) => {
  const [before, now] = [values.before, 'HEAD'].map((commit) => {
    const all = [parts.server, parts.web, parts.contract].map((paths) => linesOf(commit, paths));
    return [...all, all.reduce((sum, one) => sum + one, 0)];
  });
  const cells = (before ?? []).flatMap((one, at) => [number(one), number(now?.[at] ?? 0)]);
  return `| ${name} | ${cells.join(' | ')} |`;
};

await writeFigures(
  'lines',
  'Lines of code',
  [
    `Lines at a width of 100, at ${values.before} and now, without tests, messages and generated files.`,
    '',
    '| | server before | now | web before | now | contract before | now | in all before | now |',
    '|---|---|---|---|---|---|---|---|---|',
    ...features.map((feature) => row(feature, pathsOf(feature))),
    row('everything', { server: ['server/src'], web: ['web/src'], contract: ['contract/src'] }),
  ],
  `npm run bench -- lines --before ${values.before}`,
);
