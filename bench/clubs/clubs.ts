import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchPostgres } from '#postgres/launch.ts';
import { openPool } from '#server/kernel/database/database.ts';
import { migrate } from '#server/kernel/database/migrate.ts';
import { openTokens } from '#server/kernel/security/tokens.ts';
import { writeFigures } from '../figures.ts';
import { readCrowd } from '../people/crowd.ts';
import { keptSchool, openFolder } from '../people/kept-school.ts';
import type { BenchSchool } from '../people/school.ts';
import { startServer, type Server } from '../people/servers.ts';
import { slope } from '../people/tables.ts';
import { measureRow, type Measured, type Side } from '../peers/measure.ts';
import { peersTable } from '../peers/tables.ts';
import type { PeerWorkload } from '../peers/workloads.ts';
import { raceClubs } from './races.ts';
import { fillClubs, fillPosts, fillBaseline, numberClubs, shape } from './fill.ts';

/*
 * `npm run bench -- clubs [--people 100k] [--posts 10k,100k,1m] [--seconds 4] [--keep FOLDER] [--only NAME]`: compares
 * pages of clubs and the feed with a baseline that reads the same rows from plain tables with a prepared statement, and measures how a feed
 * grows with the school's posts and the person's clubs. `--keep`: keeps the school there for the next run, which only adds posts.
 * `--only`: calls whose name contains this, or `races`, without writing figures.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100k' },
    posts: { type: 'string', default: '10k,100k,1m' },
    seconds: { type: 'string', default: '4' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const numberOf = (text: string) => Number(text.replace(/k$/i, '000').replace(/m$/i, '000000'));
const [size, seconds] = [numberOf(values.people), Number(values.seconds)];
const sizes = values.posts.split(',').map(numberOf);
const print = (line: string) => process.stdout.write(`${line}\n`);

const properties = JSON.stringify([
  'Address',
  'CountEmails',
  'CountEvents',
  'CountMembers',
  'CountOfficers',
  'CountPoints',
  'CountRSVPs',
  'CountSurveys',
  'LastManaged',
  'Logo',
  'Cover',
  'Memberships',
  'ParentClub',
  'TotalFileSize',
  'StatusLookup',
  'StudentMembershipActive',
]);

const workload = (
  name: string,
  aim: PeerWorkload['aim'],
  paths: PeerWorkload['paths'],
): PeerWorkload => ({ name, aim, isBearer: true, holds: /"items":\[\{/, paths });

const folder = await openFolder(values.keep, String(size));
const isWanted = (name: string) => name.includes(values.only);

const database = await launchPostgres({ folder: folder.path, log: () => undefined });
const servers: Server[] = [];
const pool = openPool({ url: database.superUrl, max: 4 });
const client = await pool.raw.connect();
try {
  await migrate({ url: database.superUrl });
  print(`a school of ${size} people …`);
  const { key, school } = await keptSchool(pool, folder.path, await readCrowd(), size, (built) =>
    fillClubs(client, built),
  );
  await numberClubs(client, school);
  const clubs = (
    await client.query<{ id: number; name: string }>(
      'select id, name from clubs where school_id = $1 and membership = $2',
      [school.school, 'open'],
    )
  ).rows;
  const askersOf = (group: number): BenchSchool => ({
    ...school,
    askers: school.askers.filter((_, n) => n % shape.clubsOf.length === group),
  });
  await client.query('drop database if exists raw with (force)');
  await client.query('create database raw');
  const raw = database.superUrl.replace('/commons?', '/raw?');
  const postmaster = Number(
    (await readFile(join(folder.path, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const feedOf = (many: number) =>
    workload(`home feed, member of ${many} clubs`, { ms: 2, share: 0.3 }, () => ({
      ours: ['/api/v1/feed?size=20'],
      loop: ['/feed?v=0'],
    }));
  const others = [
    workload('feed of a club', { ms: 2, share: 0.3 }, ({ chance }) => {
      const { id } = chance.pick(clubs);
      return { ours: [`/api/v1/feed?scope=club&club=${id}&size=20`], loop: [`/feed?v=${id}`] };
    }),
    workload('list of clubs, all properties', { ms: 3, share: 0.3 }, ({ chance }) => ({
      ours: [
        `/api/v1/clubs?pageOffset=${chance.below(shape.clubs - 20)}&pageSize=20&optionalProperties=${encodeURIComponent(properties)}`,
      ],
      loop: [`/clubs?v=${encodeURIComponent(chance.pick(clubs).name)}`],
    })),
  ];
  const measured: Measured[] = [];
  const grown: { posts: number; clubs: number; ms: number }[] = [];
  for (const wanted of sizes) {
    const posts = await fillPosts(client, school, wanted);
    print(`${posts} posts …`);
    print('copying them …');
    await fillBaseline(database.superUrl, raw, school.school);
    print('measuring …');
    const [server, baseline] = await Promise.all([
      startServer(join(import.meta.dirname, '../people/our-server.ts'), [
        database.superUrl,
        key.toString('hex'),
      ]),
      startServer(join(import.meta.dirname, 'baseline.ts'), [raw]),
    ]);
    servers.push(server, baseline);
    const sidesOf = (asking: BenchSchool): Side[] => {
      const side = { postmaster, pool, school: asking, people: [] };
      return [
        { ...side, name: 'now', kind: 'ours', server },
        { ...side, name: 'loop', kind: 'loop', server: baseline },
      ];
    };
    const isLast = wanted === sizes.at(-1);
    for (const [group, many] of shape.clubsOf.entries()) {
      const feed = feedOf(many);
      if (!isWanted(feed.name)) continue;
      const one = await measureRow(feed, sidesOf(askersOf(group)), seconds);
      grown.push({ posts, clubs: many, ms: one.costs.get('now')?.database ?? 0 });
      if (isLast) measured.push(one);
      for (const line of peersTable([one]).slice(2)) print(line);
      await client.query('delete from rate_limits');
    }
    if (isLast)
      for (const other of others.filter(({ name }) => isWanted(name))) {
        const one = await measureRow(other, sidesOf(askersOf(1)), seconds);
        measured.push(one);
        for (const line of peersTable([one]).slice(2)) print(line);
        await client.query('delete from rate_limits');
      }
    await Promise.all(servers.map((one) => one.stop()));
    servers.length = 0;
  }
  const race = async (): Promise<string[]> => {
    print('racing …');
    const live = await startServer(join(import.meta.dirname, '../people/our-server.ts'), [
      database.superUrl,
      key.toString('hex'),
      'live',
    ]);
    servers.push(live);
    return raceClubs({
      pool,
      tokens: openTokens(key),
      port: live.port,
      school,
      client,
    });
  };
  const races = isWanted('races') ? await race() : [];
  const exponent = (points: readonly (readonly [number, number])[]) => slope(points).toFixed(2);
  const byPosts = exponent(
    grown.filter(({ clubs: many }) => many === 20).map(({ posts, ms }) => [posts, ms]),
  );
  const byClubs = exponent(
    grown
      .filter(({ posts }) => posts === grown.at(-1)?.posts)
      .map(({ clubs: many, ms }) => [many, ms]),
  );
  const lines = [
    `A school of ${size.toLocaleString('en')} people, ${shape.clubs.toLocaleString('en')} clubs, ${shape.memberships.toLocaleString('en')} memberships and ${(sizes.at(-1) ?? 0).toLocaleString('en')} posts; 16 connections at once, ${seconds} s each, alternating, everything on loopback. The baseline is plain \`node:http\` and \`pg\`, which reads the page's rows from a plain table with one prepared statement.`,
    '',
    ...peersTable(measured).map((line) =>
      line.replaceAll('the loop', 'the baseline').replaceAll('loop,', 'baseline,'),
    ),
    '',
    ...races,
    '',
    `PostgreSQL’s time for a page of the home feed grows with the school's posts with an exponent of ${byPosts} (at most 0.05; ${sizes.map((one) => one.toLocaleString('en')).join(', ')} posts), and with a person's clubs with an exponent of ${byClubs} (at most 0.35; ${shape.clubsOf.join(', ')} clubs).`,
  ];
  for (const line of lines) print(line);
  if (values.only === '') await writeFigures('clubs', 'Clubs and the feed', lines);
} finally {
  client.release(true);
  await Promise.all(servers.map((server) => server.stop()));
  await pool.close();
  await database.stop();
  await folder.end();
}
