import { tmpdir } from 'node:os';
import type pg from 'pg';
import { createApp } from '#server/app.ts';
import { canvas } from '#server/features/courses/lms/canvas.ts';
import {
  encryptSecret,
  encryptTokens,
  challengeOf,
} from '#server/features/courses/lms/lms-clients.ts';
import { resumeReadings } from '#server/features/courses/lms/lms.queries.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { openPool, type Pool } from '#server/kernel/database/database.ts';
import { folderFiles } from '#server/kernel/files/files.ts';
import { runMaintenance } from '#server/kernel/jobs/maintenance.ts';
import { openLog } from '#server/kernel/log.ts';
import { openOutbound } from '#server/kernel/outbound/outbound.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';
import { openTestLms, testLmsClient, type TestLms } from '../../server/test/test-lms.ts';
import { askOnce } from '../people/load.ts';
import type { BenchSchool } from '../people/school.ts';
import type { Server } from '../people/servers.ts';

interface Options {
  readonly url: string;
  readonly key: Buffer;
  readonly pool: Pool;
  readonly client: pg.ClientBase;
  readonly school: BenchSchool;
  readonly server: Server;
  readonly readers: number;
  readonly print: (line: string) => void;
}

const dayMs = 86_400_000;
const courses = (assignments: number) =>
  Array.from({ length: 5 }, (_, course) => ({
    id: course + 1,
    name: `Course ${course + 1}`,
    course_code: `LMS ${course + 1}`,
    items: Array.from({ length: assignments }, (__, n) => ({
      id: (course + 1) * 1_000 + n,
      name: `Assignment ${n}`,
      due_at: new Date(Math.floor(Date.now() / dayMs) * dayMs + (n - 10) * dayMs).toISOString(),
      points_possible: 100,
    })),
  }));

/** Creates LMS grants of people, as if each had clicked Authorize. */
const connectAll = async (
  lms: TestLms,
  { client, school, key, readers }: Options,
): Promise<void> => {
  const scope = { tokens: openTokens(key), school: { school_id: school.school } };
  const own = { baseUrl: lms.url, id: testLmsClient.id, secret: testLmsClient.secret };
  const outbound = openOutbound({ isPrivateAllowed: true });
  const callback = 'http://localhost/callback';
  const verifier = 'v'.repeat(43);
  await client.query(
    `insert into lms_systems (school_id, name, base_url, client_id, client_secret, is_on) values ($1, 'Lectern', $2, $3, $4, true)`,
    [school.school, lms.url, own.id, encryptSecret(scope, own.secret)],
  );
  for (const user of school.people.slice(0, readers)) {
    const back = await lms.allow(
      canvas.address(own, { callback, state: 's', challenge: challengeOf(verifier) }),
    );
    const code = new URL(back).searchParams.get('code') ?? '';
    const tokens = await canvas.redeem(outbound, own, { code, callback, verifier }, new Date());
    await client.query(
      `insert into lms_grants (school_id, user_id, generation, tokens, expires_at, connected_at) values ($1, $2, 1, $3, $4, now())`,
      [school.school, user, encryptTokens(scope, user, tokens), tokens.expiresAt],
    );
  }
};

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

/** Requests a page repeatedly, four at the same time, while `isOn` returns true. Returns the milliseconds of each. */
const watchPages = async ({ server, school }: Options, isOn: () => boolean): Promise<number[]> => {
  const times: number[] = [];
  const one = async (nth: number) => {
    const { headers } = school.askers[nth] ?? { headers: '' };
    const { jwt } = JSON.parse(
      await askOnce(server.port, { path: '/mobile_ws/v18/auth_tokens', headers }),
    ) as { jwt: string };
    while (isOn()) {
      const since = performance.now();
      await askOnce(server.port, {
        path: '/api/v1/academic/courses',
        headers: `authorization: Bearer ${jwt}\r\n`,
      });
      times.push(performance.now() - since);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all([0, 1, 2, 3].map(one));
  return times;
};

/**
 * Two pollers read the LMS for many people. It takes 200 ms per reply, fails one call in 50, and gives each grant 700 units. The
 * pollers read each person twice. In between, each course gets another assignment, about which each person must get one notification.
 */
export const readAll = async (options: Options): Promise<string[]> => {
  const { url, key, pool, client, school, readers, print } = options;
  const lms = await openTestLms();
  const pools = [openPool({ url, max: 12 }), openPool({ url, max: 12 })] as const;
  const apps = await Promise.all(
    pools.map((own) =>
      createApp({
        pool: own,
        clock: systemClock,
        mail: { send: () => Promise.resolve() },
        files: folderFiles(tmpdir(), key),
        tokens: openTokens(key),
        log: openLog('silent'),
        base: 'localhost',
        outbound: openOutbound({ isPrivateAllowed: true }),
        hooks: openOutbound({ isPrivateAllowed: true }),
        pages: openOutbound({ isPrivateAllowed: true }),
        wait: () => Promise.resolve(),
        live: false,
        version: 'bench',
      }),
    ),
  );
  try {
    await client.query(
      `set session_replication_role = origin; set commons.school_id = '${school.school}'`,
    );
    await lms.control({ courses: courses(30) });
    await connectAll(lms, options);
    await lms.control({ latency: 200, failsOneIn: 50, units: 700 });
    print(`${readers} people connected`);
    const round = async () => {
      await client.query(
        `update lms_grants set attempted_at = now() - interval '1 day', retry_at = null`,
      );
      const since = performance.now();
      let isDone = false;
      const settled = (async () => {
        await runMaintenance(pool, [resumeReadings], new Date());
        await Promise.all(apps.map((app) => app.jobs.settle()));
        isDone = true;
      })();
      const times = await watchPages(options, () => !isDone);
      await settled;
      return { seconds: (performance.now() - since) / 1_000, times };
    };
    const until = Date.now() + 5_000;
    const quiet = percentile(await watchPages(options, () => Date.now() < until), 0.99);
    const first = await round();
    await lms.control({ courses: courses(31) });
    const second = await round();
    const { rows } = await client.query<{ fresh: number; events: number; each: number }>(
      `select (select count(*)::int from lms_grants where problem is null and read_at > now() - interval '1 hour') as fresh,
        (select count(*)::int from outbox where kind = 'course_news' and payload ->> 'kind' = 'course_work_added') as events,
        (select count(distinct (payload -> 'people' ->> 0, payload ->> 'item'))::int from outbox where kind = 'course_news' and payload ->> 'kind' = 'course_work_added') as each`,
    );
    const [{ fresh, events, each } = { fresh: 0, events: 0, each: 0 }] = rows;
    const { inFlightMost, calls, throttled } = await lms.status();
    const busy = percentile([...first.times, ...second.times], 0.99);
    const wanted = readers * 5;
    return [
      `LMS sync for ${readers} people by two servers, twice; the LMS responds in 200 ms, fails one call in 50, and throttles at 700 units per authorization: ${first.seconds.toFixed(0)} s and ${second.seconds.toFixed(0)} s, ${calls} calls, ${throttled} throttled; ${fresh} of ${readers} fresh${fresh === readers ? '' : ' ✗'}; at most ${inFlightMost} call in flight a person${inFlightMost === 1 ? '' : ' ✗'}; of ${wanted} changes ${each} were notified of, ${events - each} twice${each === wanted && events === each ? '' : ' ✗'}; p99 of “my courses” during the syncs ${busy.toFixed(0)} ms, quiet ${quiet.toFixed(0)} ms${busy <= 2 * quiet ? '' : ' ✗'}.`,
    ];
  } finally {
    await Promise.all(apps.map((app) => app.close()));
    await Promise.all(pools.map((own) => own.close()));
    await lms.close();
  }
};
