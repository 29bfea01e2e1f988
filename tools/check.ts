import { join } from 'node:path';
import { runStep, type StepResult } from './step.ts';
import { isEntry } from './entry.ts';

const bin = (name: string) => join(import.meta.dirname, '../node_modules/.bin', name);
const here = (name: string) => join(import.meta.dirname, name);

/**
 * If several checkers split one program, each works out the shared types, which doubles the processor time. With a larger heap, Go's
 * garbage collector runs less often.
 */
const types = (name: string, project: string) =>
  runStep(name, bin('tsc'), ['-p', project, '--checkers', '1'], { env: { GOGC: '400' } });

/** Runs the checks that need no database in parallel. */
export const runChecks = (): Promise<StepResult[]> =>
  Promise.all([
    // Browser tests import the server, so one program checks both.
    types('types of server, contract, tools and journeys', 'tsconfig.json'),
    types('types of the web app', 'web'),
    types('types of the service worker', 'web/worker'),
    runStep('lint', bin('oxlint'), ['contract', 'server', 'web', 'e2e', 'tools']),
    runStep('format', bin('oxfmt'), ['--check']),
    runStep('lists', process.execPath, [here('gen-lists.ts'), '--check']),
    runStep('house', process.execPath, [here('check-house.ts')]),
    runStep('words', process.execPath, [here('check-words.ts')]),
  ]);

if (isEntry(import.meta.filename)) {
  const results = await runChecks();
  for (const { name, ok, output, seconds } of results)
    console.log(
      `${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)${ok ? '' : `\n${output}`}`,
    );
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}
