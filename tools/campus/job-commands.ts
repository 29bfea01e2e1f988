import type { Command } from 'commander';
import { selectHosts } from '#server/features/schools/schools.queries.ts';
import type { Pool } from '#server/kernel/database/database.ts';
import { withRelay } from '#server/kernel/jobs/event-store.ts';
import {
  deleteTasks,
  selectQueueFigures,
  selectTasks,
  updateTasksRetried,
  type StoredTask,
  type TaskFilter,
} from '#server/kernel/jobs/task-list.ts';
import { findSchool, withCampus } from './open-campus.ts';
import { CommandError } from './command-errors.ts';
import { defaultLimit, parseLimit } from './options.ts';
import { amount, print } from './transfer-report.ts';

interface Options {
  readonly school?: string;
  readonly handler?: string;
  readonly failed?: boolean;
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly limit?: number;
}

const stamp = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** Returns the filter for a job's name in "jobs list" (school/event/handler), or for the options. */
const filterOf = async (
  pool: Pool,
  job: string | undefined,
  { school, handler }: Options,
): Promise<TaskFilter> => {
  if (job === undefined)
    return {
      handler,
      school: school === undefined ? undefined : await findSchool(pool, school),
    };
  const [, code = '', event, name] = /^([^/]+)\/([1-9]\d{0,14})\/(.+)$/.exec(job) ?? [];
  if (name === undefined)
    throw new CommandError(`${job} isn’t a job name. Run "jobs list" to see the names.`);
  return { school: await findSchool(pool, code), event: Number(event), handler: name };
};

/** Most jobs that a question shows. */
const shownMax = 100;

/** Returns the code of each school. */
const codesOf = async (pool: Pool): Promise<ReadonlyMap<number, string>> =>
  new Map<number, string>(
    (await selectHosts(pool)).map(({ id, hosts }) => [id, hosts[0] ?? String(id)]),
  );

const line = (task: StoredTask, codes: ReadonlyMap<number, string>): string =>
  [
    `${codes.get(task.school_id) ?? task.school_id}/${task.event_id}/${task.handler}`,
    task.failed_at === null ? `runs ${stamp(task.run_at)}` : `failed ${stamp(task.failed_at)}`,
    `${task.attempts} ${task.attempts === 1 ? 'attempt' : 'attempts'}`,
    task.kind,
    task.error ?? '',
  ].join('  ');

/** Adds `jobs list`, `retry` and `cancel`. */
export function addJobCommands(program: Command, signal: AbortSignal): void {
  const jobs = program
    .command('jobs')
    .description('list background jobs, and retry or cancel failed ones');

  jobs
    .command('list')
    .description('list failed, scheduled and running jobs, failed ones first')
    .option('--school <code>', 'only jobs of this school')
    .option('--handler <name>', 'only jobs of this handler')
    .option('--failed', 'only jobs that failed permanently')
    .option('--limit <number>', 'maximum number of jobs', parseLimit, defaultLimit)
    .addHelpText('after', '\nExample:\n  npm run campus -- jobs list --failed')
    .action(async (options: Options) => {
      await withCampus(signal, async ({ pool }) => {
        const filter = await filterOf(pool, undefined, options);
        const codes = await codesOf(pool);
        await withRelay(pool, async (db) => {
          const tasks = await selectTasks(
            db,
            { ...filter, isFailed: options.failed === true ? true : undefined },
            options.limit ?? defaultLimit,
          );
          for (const task of tasks) print(line(task, codes));
          const { events, scheduled, retrying, failed } = await selectQueueFigures(db);
          print(
            `All schools: ${amount(events)} new events, ${amount(scheduled)} scheduled or running jobs, ${amount(retrying)} to retry, ${amount(failed)} failed.`,
          );
        });
      });
    });

  const change = (
    name: 'retry' | 'cancel',
    description: string,
    done: string,
    work: typeof updateTasksRetried,
  ) =>
    jobs
      .command(name)
      .description(description)
      .argument('[job]', 'the job’s name in "jobs list"')
      .option('--all', 'all failed jobs that match the options')
      .option('--yes', 'with --all: change them; without it, only list them')
      .option('--school <code>', 'only jobs of this school')
      .option('--handler <name>', 'only jobs of this handler')
      .addHelpText(
        'after',
        `\nExamples:\n  npm run campus -- jobs ${name} north/4711/mail-invitations\n  npm run campus -- jobs ${name} --all --school north --yes`,
      )
      .action(async (job: string | undefined, options: Options) => {
        if ((job === undefined) === (options.all !== true))
          throw new CommandError(
            `Name a job, or use --all. Run "jobs list --failed" to see the failed jobs.`,
          );
        await withCampus(signal, async ({ pool }) => {
          const filter = await filterOf(pool, job, options);
          if (job === undefined && options.yes !== true) {
            const codes = await codesOf(pool);
            const failed = await withRelay(pool, (db) =>
              selectTasks(db, { ...filter, isFailed: true }, shownMax),
            );
            for (const task of failed) print(line(task, codes));
            print(
              `Nothing was changed. Add --yes to ${name} ${failed.length === shownMax ? 'all failed' : 'these'} jobs.`,
            );
            return;
          }
          const count = await withRelay(pool, (db) => work(db, filter));
          if (job !== undefined && count === 0)
            throw new CommandError(
              `There is no job ${job} to ${name}. Run "jobs list" to see the jobs.`,
            );
          print(`${done} ${amount(count)} ${count === 1 ? 'job' : 'jobs'}.`);
        });
      });
  change(
    'retry',
    'retry failed jobs now, with all of their attempts',
    'Retrying',
    updateTasksRetried,
  );
  change(
    'cancel',
    'delete failed jobs, or a job by its name, so that they never run',
    'Canceled',
    deleteTasks,
  );
}
