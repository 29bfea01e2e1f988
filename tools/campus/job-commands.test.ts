import { expect, test } from 'vitest';
import { inCampus } from './in-campus.ts';

const { campus, refused, stored } = inCampus();

test('an operator lists, retries and cancels failed jobs by name and by school', async () => {
  for (const code of ['west', 'east']) await campus(['school', 'add', code]);
  const fail = (code: string, handler: string) =>
    stored(
      code,
      `with event as (insert into outbox (school_id, kind, payload, delivered_at)
          values (current_school(), 'profile_changed', '{"userId": 1}', now()) returning school_id, id)
        insert into event_tasks (school_id, event_id, handler, run_at, attempts, failed_at, error)
        select school_id, id, '${handler}', now(), 6, now(), 'Error: no route to host' from event returning event_id`,
    );
  const [{ event_id: west } = {}] = await fail('west', 'test.mail');
  await fail('east', 'test.mail');
  await fail('east', 'test.push');
  const list = async (...more: string[]) => (await campus(['jobs', 'list', ...more])).out;
  expect(await list('--failed')).toMatch(
    /^west\/\d+\/test\.mail {2}failed \d{4}.* UTC {2}6 attempts {2}profile_changed {2}Error: no route to host\neast.*\neast.*\nAll schools: 0 new events, 0 scheduled or running jobs, 0 to retry, 3 failed\.\n$/,
  );
  expect((await list('--school', 'east', '--handler', 'test.push')).split('\n')).toHaveLength(3);

  const name = `west/${String(west)}/test.mail`;
  expect((await campus(['jobs', 'retry', name])).out).toBe('Retrying 1 job.\n');
  expect(
    await stored(
      'west',
      'select attempts, failed_at from event_tasks where school_id = current_school()',
    ),
  ).toEqual([{ attempts: 0, failed_at: null }]);
  await refused(['jobs', 'retry', name], /^There is no job .* to retry\. Run "jobs list"/);
  await refused(['jobs', 'cancel', 'west'], /isn’t a job name\. Run "jobs list"/);
  await refused(['jobs', 'cancel'], /^Name a job, or use --all/);
  await refused(['jobs', 'cancel', 'south/1/test.mail'], /^There is no school south/);
  const all = ['jobs', 'cancel', '--all', '--school', 'east'];
  expect((await campus(all)).out).toMatch(
    /^east.*\neast.*\nNothing was changed\. Add --yes to cancel these jobs\.\n$/,
  );
  expect((await campus([...all, '--yes'])).out).toBe('Canceled 2 jobs.\n');
  expect(await list()).toMatch(
    /^west.* {2}runs .*\nAll schools: 0 new events, 0 scheduled or running jobs, 1 to retry, 0 failed\.\n$/,
  );
  expect((await campus(['jobs', 'cancel', name])).out).toBe('Canceled 1 job.\n');
});
