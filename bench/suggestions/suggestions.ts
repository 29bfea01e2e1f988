import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { launchPostgres } from '#postgres/launch.ts';
import { selectSuggestions } from '#server/features/suggestions/suggestions.queries.ts';
import { visibilityOf } from '#server/features/people/privacy/privacy.queries.ts';
import { insertSchool } from '#server/features/schools/schools.queries.ts';
import { inTransaction, openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { writeFigures } from '../figures.ts';
import { baselines, predict, readNetwork } from './network.ts';

/*
 * `npm run bench -- suggestions <folder of a facebook100 network>`: measures how many of the ten suggested people are hidden friends. One
 * friendship in ten is hidden. The product's own statement predicts from the others, and is compared with common predictors.
 */
const folder = process.argv[2];
const asked = 600;
const hiddenShare = 0.1;

if (folder === undefined) {
  process.stderr.write(
    'Usage: npm run bench -- suggestions <folder with nodes.csv.gz and edges.csv.gz>\n',
  );
  process.exit(1);
}
const network = await readNetwork(folder, hiddenShare);
const data = await mkdtemp(join(tmpdir(), 'commons-bench-'));
const database = await launchPostgres({
  folder: data,
  log: () => undefined,
  settings: { fsync: 'off' },
});
const pool = openPool({ url: database.superUrl, max: 4 });
try {
  await migrate({ url: database.superUrl });
  const school = await insertSchool(pool, { code: 'bench', name: 'Bench', isDefault: true });
  const client = await pool.raw.connect();
  await client.query(`set commons.school_id = '${school}'`);
  await client.query(
    `insert into users (school_id, id, username, first_name, last_name, major, year_of_graduation)
    select $1, n, 'p' || n, 'Person', n::text, m, y from unnest($2::bigint[], $3::text[], $4::int[]) as p(n, m, y)`,
    [
      school,
      network.people.map((_, index) => index + 1),
      network.people.map(({ major }) => major),
      network.people.map(({ year }) => (year !== null && year > 1900 ? year : null)),
    ],
  );
  await client.query(
    `insert into connections (school_id, low_id, high_id, requested_by, is_accepted, requested_at, accepted_at)
    select $1, least(a, b), greatest(a, b), a, true, now(), now() from unnest($2::bigint[], $3::bigint[]) as p(a, b)
    on conflict do nothing`,
    [school, network.known.map(([a]) => a + 1), network.known.map(([, b]) => b + 1)],
  );
  await client.query('analyze');
  client.release(true);

  const people = [...network.hidden.keys()].toSorted((a, b) => a - b);
  const step = Math.max(1, Math.floor(people.length / asked));
  const sample = people.filter((_, index) => index % step === 0).slice(0, asked);
  const hitsOf = (person: number, suggested: readonly number[]) =>
    suggested.filter((other) => network.hidden.get(person)?.has(other)).length;
  const rows: [string, number][] = [];
  const best = predict(network);
  for (const [name, score] of Object.entries(baselines))
    rows.push([name, sample.reduce((sum, person) => sum + hitsOf(person, best(score, person)), 0)]);

  let ours = 0;
  const times: number[] = [];
  for (const person of sample) {
    const visibility = visibilityOf(
      { userId: person + 1, isAdmin: false, isAdviser: false },
      true,
      {},
    );
    const since = performance.now();
    const suggested = await inTransaction(pool, { school, readOnly: true }, (db) =>
      selectSuggestions(db, visibility, 10),
    );
    times.push(performance.now() - since);
    ours += hitsOf(
      person,
      suggested.map(({ id }) => id - 1),
    );
  }
  rows.push(['Commons', ours]);
  times.sort((a, b) => a - b);
  const out = [
    `${basename(folder)}: ${network.people.length.toLocaleString('en')} people, ${network.known.length.toLocaleString('en')} friendships known, one in ten hidden; ten suggestions each for ${sample.length} people.`,
    '',
    '| predictor | hidden friends among the ten | share |',
    '|---|---|---|',
    ...rows.map(
      ([name, hits]) =>
        `| ${name} | ${(hits / sample.length).toFixed(2)} | ${((100 * hits) / (sample.length * 10)).toFixed(1)} % |`,
    ),
    '',
    `The query took ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(1)} ms (median) and ${(times[Math.floor(times.length * 0.99)] ?? 0).toFixed(1)} ms (p99).`,
  ];
  process.stdout.write(`${out.join('\n')}\n`);
  await writeFigures('suggestions', 'People you may know', out);
} finally {
  await pool.close();
  await database.stop();
  await rm(data, { recursive: true, force: true });
}
