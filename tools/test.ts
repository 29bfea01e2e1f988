import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSoak, seed } from '../server/test/effort.ts';
import { installedEngines } from '../e2e/engines/browsers.ts';
import { affectedSince, defaultCommit } from './affected.ts';
import { findBrowser } from './browser.ts';
import { runChecks } from './check.ts';
import { runStep } from './step.ts';

/*
 * `npm test` runs everything, and `npm test -- check | unit | e2e` a part of it. `npm test -- changed [COMMIT]` runs the checks and the
 * tests that the changes since a commit can affect: uncommitted changes, or those of the last commit if there are none. `npm run soak` runs
 * everything with full generated tests, the tests and journeys tagged `soak` (long ones, and second ones of a rule that another test
 * checks), the server's tests a second time through PgBouncer, and journeys in Firefox and WebKit. `changed` also runs tagged tests if the change affects their file. The
 * web app is built once, in parallel with the checks. Unit tests and browser tests run one after the other. In parallel, they'd be a fifth
 * faster on two cores, but the browsers would wait so long for the processor that journeys time out. The last line is `N passed, N failed`:
 * each check counts as one, as does every test of vitest and of Playwright.
 */
const root = join(import.meta.dirname, '..');
const part = process.argv[2] ?? 'all';
/** The tests that a change can affect. Undefined to run everything. */
const affected =
  part === 'changed' ? affectedSince(root, process.argv[3] ?? defaultCommit(root)) : undefined;
/** True if tests and journeys tagged `soak` run. */
const runsLong = isSoak || affected?.all === false;
/** The seed of generated tests, which a retry reuses. */
const seeded = { TEST_SEED: String(seed) };
const folder = mkdtempSync(join(tmpdir(), 'commons-report-'));
const count = { passed: 0, failed: 0 };
const failures: string[] = [];

const fail = (what: string): void => {
  count.failed += 1;
  failures.push(what);
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const readReport = (file: string): Record<string, unknown> => {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(report) ? report : {};
  } catch {
    return {};
  }
};

/** Prints the slowest tests, so that you can see what takes the time. */
const printSlowest = (times: readonly { name: string; seconds: number }[]): void => {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, 6);
  for (const { name, seconds } of slowest)
    console.log(`     ${seconds.toFixed(0).padStart(4)} s ${name}`);
};

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Returns the test files of a vitest report. */
const filesOf = (report: Record<string, unknown>) =>
  listOf(report['testResults']).map((one) => ({
    name: String(one['name']).slice(root.length + 1),
    seconds: (Number(one['endTime']) - Number(one['startTime'])) / 1000,
  }));

/** A test of a Playwright report. `error`: why it failed, if it did. */
interface Journey {
  readonly name: string;
  readonly seconds: number;
  readonly error: string | undefined;
}

/** Returns the tests of a Playwright report. Suites contain suites and specs, and specs contain the results of each try. */
const journeysOf = (suite: Record<string, unknown>): Journey[] => [
  ...listOf(suite['suites']).flatMap(journeysOf),
  ...listOf(suite['specs']).map((spec) => {
    const tests = listOf(spec['tests']);
    const results = tests.flatMap((one) => listOf(one['results']));
    const errors = results
      .flatMap((one) => listOf(one['errors']))
      .map((one) => String(one['message']));
    return {
      name: `${String(spec['file'])} ${String(spec['title'])}`,
      seconds: results.reduce((sum, one) => sum + Number(one['duration']), 0) / 1000,
      error: tests.some((one) => one['status'] === 'unexpected')
        ? errors.join('\n').slice(0, 2_000)
        : undefined,
    };
  }),
];

/**
 * Returns the failed tests of a vitest report and the files that didn't load, each with its name first, because they are hard to find in a
 * long output.
 */
const failedOf = (report: Record<string, unknown>): string[] =>
  listOf(report['testResults']).flatMap((file) => {
    const name = String(file['name']).slice(root.length + 1);
    const tests = listOf(file['assertionResults']).filter((test) => test['status'] === 'failed');
    if (tests.length === 0 && file['status'] === 'failed')
      return [`FAILED ${name}\n${String(file['message'])}`];
    return tests.map((test) => {
      const why = Array.isArray(test['failureMessages']) ? test['failureMessages'].map(String) : [];
      return `FAILED ${name} > ${String(test['fullName'])}\n${why.join('\n').slice(0, 4000)}`;
    });
  });

const checks = async (): Promise<void> => {
  const tables = runStep('row types', process.execPath, [
    join(root, 'tools/gen-tables.ts'),
    '--check',
  ]);
  for (const { name, ok, output, seconds } of [...(await runChecks()), await tables]) {
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`);
    if (ok) count.passed += 1;
    else fail(`${name}\n${output}`);
  }
};

/** Runs vitest on some files or all. Returns the failures, each with its name first. */
const vitest = async (name: string, files: readonly string[] = [], pooler?: string) => {
  const file = join(folder, `${name}.json`);
  const { ok, output, seconds } = await runStep(
    'vitest',
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...(runsLong ? [] : ['--tags-filter=!soak']),
      ...(pooler === undefined ? [] : ['--project=node']),
      ...files,
    ],
    {
      env: {
        ...seeded,
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
        ...(pooler !== undefined && { TEST_PGBOUNCER: pooler }),
      },
    },
  );
  const report = readReport(file);
  const passed = Number(report['numPassedTests'] ?? 0);
  const failures = failedOf(report);
  // An error outside of tests belongs to none of them, and a retry of others would hide it.
  const outside = output.indexOf('Unhandled Error');
  if (outside >= 0) failures.push(output.slice(outside, outside + 8_000));
  // The rest of vitest's output matters only if no test failed. Its rows of dots contain nothing.
  if (failures.length === 0 && (!ok || passed === 0))
    failures.push(output.replaceAll(/^·+$/gmu, '').slice(-20_000));
  const results = listOf(report['testResults']);
  const isPassed = (test: Record<string, unknown>) => test['status'] === 'passed';
  return {
    report,
    passed,
    failures,
    seconds,
    canRetry: outside < 0,
    failedFiles: results.filter((one) => !isPassed(one)).map((one) => String(one['name'])),
    passedElsewhere: results
      .filter(isPassed)
      .flatMap((one) => listOf(one['assertionResults']).filter(isPassed)).length,
  };
};

/** Runs the server's tests again through PgBouncer, if the machine has one that keeps prepared statements. */
const pooled = async (): Promise<void> => {
  const given = process.env['TEST_PGBOUNCER'];
  const program = given === undefined || given === '1' ? 'pgbouncer' : given;
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(version) ?? [];
  if (Number(major) * 1_000 + Number(minor) < 1_021) {
    console.log('skip server tests through PgBouncer: this machine has no PgBouncer 1.21 or newer');
    return;
  }
  const { passed, failures: failed, seconds } = await vitest('pooled', [], program);
  console.log(
    `${failed.length === 0 ? 'ok  ' : 'FAIL'} server tests through PgBouncer: ${passed} passed, ${failed.length} failed (${seconds.toFixed(1)} s)`,
  );
  count.passed += passed;
  count.failed += failed.length;
  failures.push(...failed);
};

/** Failing files run again on their own, like browser tests. If they pass then, they are reported as flaky with the first error. */
const unit = async (): Promise<void> => {
  const all = await vitest('unit', affected?.all === false ? affected.tests : []);
  const again =
    all.canRetry && all.failedFiles.length > 0 && all.failedFiles.length <= 5
      ? await vitest('again', all.failedFiles)
      : null;
  const isFlaky = again !== null && again.failures.length === 0;
  const failed = isFlaky ? [] : all.failures;
  const seconds = all.seconds + (again?.seconds ?? 0);
  const passed = isFlaky ? all.passedElsewhere + again.passed : all.passed;
  console.log(
    `${failed.length === 0 ? 'ok  ' : 'FAIL'} server, contract, tools and web tests: ${passed} passed, ${failed.length} failed (${seconds.toFixed(1)} s)`,
  );
  if (isFlaky)
    for (const one of all.failures) console.log(`     passed with the second try only: ${one}`);
  printSlowest(filesOf(all.report));
  count.passed += passed;
  count.failed += failed.length;
  failures.push(...failed);
};

/** Runs Playwright with a fresh server and campus. */
const playwright = async (
  name: string,
  browsers: Partial<Browsers>,
  options: readonly string[],
) => {
  const file = join(folder, `${name}.json`);
  const withoutLong = runsLong ? [] : ['--grep-invert=@soak'];
  const { ok, output, seconds } = await runStep(
    'playwright',
    process.execPath,
    [
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--reporter=dot,json',
      ...withoutLong,
      ...options,
    ],
    { env: { ...seeded, ...browsers, PLAYWRIGHT_JSON_OUTPUT_NAME: file, FORCE_COLOR: '0' } },
  );
  const report = readReport(file);
  const { stats } = report;
  const of = (what: string) => Number(isRecord(stats) ? (stats[what] ?? 0) : 0);
  return {
    ok,
    output,
    seconds,
    passed: of('expected'),
    failed: of('unexpected'),
    journeys: journeysOf(report),
  };
};

/**
 * Failed journeys run again with a fresh campus, because on a shared machine a browser can wait for seconds, and a journey can't repeat what
 * it already did. If they pass then, they are reported as flaky with the first error.
 */
const journeys = async (browsers: Browsers): Promise<void> => {
  const all = await playwright(
    'journeys',
    browsers,
    affected?.all === false ? affected.journeys : [],
  );
  const again =
    all.failed > 0 && all.failed <= 10
      ? await playwright('journeys-again', browsers, ['--last-failed', '--workers=1'])
      : undefined;
  const isFlaky = again !== undefined && again.ok && again.passed === all.failed;
  const ok = all.ok || isFlaky;
  const passed = all.passed + (again?.passed ?? 0);
  const failed = isFlaky ? 0 : (again?.failed ?? all.failed);
  const seconds = all.seconds + (again?.seconds ?? 0);
  console.log(
    `${ok ? 'ok  ' : 'FAIL'} browser journeys: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`,
  );
  const failedAgain = new Set(
    again?.journeys.flatMap(({ name, error }) => (error === undefined ? [] : [name])),
  );
  for (const { name, error } of again === undefined ? [] : all.journeys)
    if (error !== undefined && !failedAgain.has(name))
      console.log(`     passed with the second try only: ${name}\n${error}`);
  printSlowest(all.journeys);
  count.passed += passed;
  count.failed += failed;
  if (!ok && failed === 0) count.failed += 1;
  if (!ok || passed === 0) failures.push((again ?? all).output.slice(-20_000));
  if (ok && passed === 0) count.failed += 1;
};

/** Runs journeys in the browsers of other engines, if the machine has them. */
const engines = async (): Promise<void> => {
  const { installed, missing } = installedEngines();
  for (const one of missing) console.log(`skip journeys in ${one}`);
  if (installed.length === 0) return;
  const { ok, output, seconds, passed, failed } = await playwright('engines', {}, [
    `--config=${join(root, 'e2e/engines/playwright.config.ts')}`,
  ]);
  const isPassed = ok && passed > 0;
  console.log(
    `${isPassed ? 'ok  ' : 'FAIL'} journeys in ${installed.join(' and ')}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`,
  );
  count.passed += passed;
  count.failed += isPassed ? 0 : Math.max(1, failed);
  if (!isPassed) failures.push(output.slice(-20_000));
};

const build = async (): Promise<void> => {
  const { ok, output, seconds } = await runStep('build', process.execPath, [
    join(root, 'tools/build.ts'),
  ]);
  console.log(`${ok ? 'ok  ' : 'FAIL'} web app built (${seconds.toFixed(1)} s)`);
  if (!ok) throw new Error(`the web app does not build\n${output}`);
};

/** Runs in parallel, because the first time it installs a browser. */
const findBrowsers = async () => ({
  CHROMIUM_PATH: await findBrowser(),
});
type Browsers = Awaited<ReturnType<typeof findBrowsers>>;

const isWanted = (one: 'check' | 'unit' | 'e2e') => {
  if (affected === undefined || affected.all) return ['all', 'changed', one].includes(part);
  return one === 'check' || affected[one === 'unit' ? 'tests' : 'journeys'].length > 0;
};
const startedAt = performance.now();
console.log(
  `seed ${seed}${isSoak ? ', generated tests in full' : ''}; TEST_SEED=${seed} tries the same again`,
);
if (affected !== undefined)
  console.log(
    affected.all
      ? 'the change affects every test'
      : `the change affects ${affected.tests.length} test files and ${affected.journeys.length} files of journeys`,
  );
try {
  const [browsers] = await Promise.all([
    isWanted('e2e') && findBrowsers(),
    isWanted('check') && checks(),
    (isWanted('unit') || isWanted('e2e')) && build(),
  ]);
  if (isWanted('unit')) await unit();
  if (isSoak && isWanted('unit')) await pooled();
  if (browsers) await journeys(browsers);
  if (isSoak && browsers) await engines();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} min`);
for (const failure of failures) console.log(`\n${failure}`);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 && count.passed > 0 ? 0 : 1;
