import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseNotes } from './changelog.ts';
import { release } from './main.ts';

const folder = await mkdtemp(join(tmpdir(), 'commons-release-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const checkout = join(folder, 'checkout');
const out = join(folder, 'out');

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();
const commit = async (subject: string, path: string, text = subject): Promise<void> => {
  await mkdir(dirname(join(checkout, path)), { recursive: true });
  await writeFile(join(checkout, path), text);
  git('add', '--all');
  git('commit', '--quiet', '--message', subject);
};
const options = { from: checkout, out, image: false, date: '2026-11-30' };

beforeAll(async () => {
  await mkdir(checkout);
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@commons.example');
  const start = { name: 'commons', version: '1.0.0', private: true, license: 'Apache-2.0' };
  await writeFile(
    join(checkout, 'package-lock.json'),
    JSON.stringify({
      ...start,
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { ...start, dependencies: { kept: '2.0.0' } },
        'node_modules/kept': { version: '2.0.0', license: 'MIT' },
        'node_modules/tried': { version: '3.0.0', dev: true },
      },
    }),
  );
  await commit(
    'Start',
    'package.json',
    JSON.stringify({
      ...start,
      dependencies: { kept: '2.0.0' },
      devDependencies: { tried: '3.0.0' },
    }),
  );
  git('tag', 'v1.0.0');
  await commit('Fix double booking when a client retries', 'server/src/booking.ts');
  await commit('Test the booking', 'server/src/booking.test.ts');
  await commit('Let people copy hours', 'web/src/hours.ts');
  await commit('Store the color of a calendar', 'server/database/migrations/1200_colors.sql');
});

test('a release has a version, a changelog, a tag, a tarball of the sources, a package list and checksums', async () => {
  const files = await release('1.1.0', options);
  expect(files).toEqual(['commons-1.1.0.cdx.json', 'commons-1.1.0.tar.gz', 'SHA256SUMS']);
  expect(await readdir(out)).toEqual(expect.arrayContaining(files));
  expect(git('describe', '--tags')).toBe('v1.1.0');
  expect(git('status', '--porcelain')).toBe('');
  expect(JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))).toMatchObject({
    version: '1.1.0',
  });
  expect(await readFile(join(checkout, 'CHANGELOG.md'), 'utf8')).toBe(`# Changelog

## 1.1.0 (2026-11-30)

This release changes the database (1 migration). Make a backup first; without it, you can’t go back ([upgrade guide](docs/upgrade.md)).

### Added
- Let people copy hours

### Fixed
- Fix double booking when a client retries

### Changed
- Store the color of a calendar
`);

  // Other programs read the files.
  const listed = execFileSync('tar', ['--list', '--file', join(out, 'commons-1.1.0.tar.gz')], {
    encoding: 'utf8',
  });
  expect(listed).toContain('commons-1.1.0/CHANGELOG.md');
  expect(listed).not.toContain('.git/');
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out });
  const packages = JSON.parse(await readFile(join(out, 'commons-1.1.0.cdx.json'), 'utf8')) as {
    bomFormat: string;
    metadata: { component: { version: string } };
    components: { name: string }[];
  };
  expect([packages.bomFormat, packages.metadata.component.version]).toEqual(['CycloneDX', '1.1.0']);
  expect(packages.components.map(({ name }) => name)).toEqual(['kept']);

  // The next release starts at this one's tag.
  await commit('Add a map of rooms', 'web/src/rooms.ts');
  await release('1.1.1', options);
  const next = await readFile(join(checkout, 'CHANGELOG.md'), 'utf8');
  expect(next.split('\n## ').map((part) => part.split('\n')[0])).toEqual([
    '# Changelog',
    '1.1.1 (2026-11-30)',
    '1.1.0 (2026-11-30)',
  ]);
  expect(next).toContain('doesn’t change the database');
});

test('a refused release changes nothing', async () => {
  const before = git('rev-parse', 'HEAD');
  await expect(release('1.1', options)).rejects.toThrow('1.1 isn’t a version.');
  await expect(release('1.1.1', options)).rejects.toThrow('1.1.1 isn’t newer than 1.1.1');
  await expect(release('2.0.0', { ...options, since: 'nowhere' })).rejects.toThrow(
    /^git log .* failed:/,
  );
  await writeFile(join(checkout, 'notes.txt'), 'not committed');
  await expect(release('2.0.0', options)).rejects.toThrow('uncommitted changes');
  await rm(join(checkout, 'notes.txt'));
  expect([
    git('rev-parse', 'HEAD'),
    git('tag', '--list', 'v2*'),
    git('status', '--porcelain'),
  ]).toEqual([before, '', '']);
});

test('a subject that two commits have is listed once', () => {
  const notes = releaseNotes({
    version: '1.2.0',
    date: '2026-12-01',
    subjects: ['Fix the menu', 'Fix the menu'],
    migrations: [],
  });
  expect(notes.match(/Fix the menu/g)).toHaveLength(1);
});
