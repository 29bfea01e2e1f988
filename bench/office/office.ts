import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchPostgres } from '#postgres/launch.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';
import { writeFigures } from '../figures.ts';
import { readCrowd } from '../people/crowd.ts';
import { openFolder } from '../people/kept-school.ts';
import { buildSchool } from '../people/school.ts';
import { startServer, type KillableServer, type Server } from '../people/servers.ts';
import { tokensOf } from '../people/writes.ts';
import { n, type Setup } from './setup.ts';
import { raceForStock } from './stock.ts';
import { measureTree } from './tree.ts';
import { killWhileVoting, measureVotes } from './votes.ts';

/*
 * `npm run bench -- office [--voters 10k] [--kills 5] [--postings 10k,100k,1m] [--parts votes,kills,stock,tree]`: votes of a whole school
 * at once, the last units of a stock, and the tree of accounts, each compared with a bare route; and votes while the server is killed.
 */
const { values } = parseArgs({
  options: {
    voters: { type: 'string', default: '10k' },
    kills: { type: 'string', default: '5' },
    postings: { type: 'string', default: '10k,100k,1m' },
    parts: { type: 'string', default: 'votes,kills,stock,tree' },
  },
});
const numberOf = (text: string) => Number(text.replace(/k$/i, '000').replace(/m$/i, '000000'));
const voters = numberOf(values.voters);
const parts = new Set(values.parts.split(','));
const print = (line: string) => process.stdout.write(`${line}\n`);

const kept = await openFolder(undefined, 'office');
const database = await launchPostgres({ folder: kept.path, log: () => undefined });
const pool = openPool({ url: database.superUrl, max: 4 });
const client = await pool.raw.connect();
const servers = new Set<Server>();
const start = async (file: string, ...args: string[]): Promise<KillableServer> => {
  const server = await startServer(file, [database.superUrl, ...args]);
  servers.add(server);
  return server;
};
try {
  await migrate({ url: database.superUrl });
  print(`creating a school of ${n(voters)} people …`);
  const key = randomBytes(32);
  const tokens = openTokens(key);
  const school = await buildSchool(pool, tokens, await readCrowd(), voters);
  await client.query(`set commons.school_id = '${school.school}'`);
  const startOurs = () =>
    start(
      join(import.meta.dirname, '../people/our-server.ts'),
      key.toString('hex'),
      'live',
      kept.path,
    );
  const admin = school.people.at(-1) ?? 0;
  await client.query('update users set is_admin = true where school_id = $1 and id = $2', [
    school.school,
    admin,
  ]);
  const first = await startOurs();
  const jwts = await tokensOf(
    { pool, tokens, port: first.port, school: school.school },
    school.people,
  );
  await first.stop();
  const postmaster = Number(
    (await readFile(join(kept.path, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const setup: Setup = {
    pool,
    tokens,
    client,
    school,
    postmaster,
    admin: jwts.at(-1) ?? '',
    startOurs,
    startBaseline: () => start(join(import.meta.dirname, 'baseline.ts')),
  };
  const lines = [
    `A school of ${n(voters)} people, one server process, everything on loopback; the product and the baseline in turn, each with 20 connections to the database.`,
    '',
  ];
  const add = (more: readonly string[]) => {
    for (const line of more) print(line);
    lines.push(...more, '');
  };
  if (parts.has('votes')) add(await measureVotes(setup, jwts));
  if (parts.has('kills'))
    add(await killWhileVoting(setup, jwts.slice(0, 5_000), Number(values.kills)));
  if (parts.has('stock')) add(await raceForStock(setup, jwts));
  if (parts.has('tree')) add(await measureTree(setup, values.postings.split(',').map(numberOf)));
  const command = ['npm run bench -- office', ...process.argv.slice(2)].join(' ');
  await writeFigures('office', 'Club office', lines.slice(0, -1), command);
} finally {
  client.release(true);
  await Promise.all([...servers].map((server) => server.stop()));
  await pool.close();
  await database.stop();
  await kept.end();
}
