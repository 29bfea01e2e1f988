import { inBulkTransaction, type BulkTransaction } from '#server/kernel/database/bulk.ts';
import type { Clock } from '#server/kernel/clock.ts';
import type { Pool } from '#server/kernel/database/database.ts';
import type { Files } from '#server/kernel/files/files.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import type { Tokens } from '#server/kernel/security/tokens.ts';
import {
  stageAndMergeConnections,
  stageAndMergePeople,
} from '#server/features/imports/import-campus.ts';
import { hashPassword } from '#server/kernel/security/password-hashing.ts';
import { upsertPasswords } from '#server/features/passwords/passwords.queries.ts';
import {
  selectIdsByUsername,
  staged,
  type StagedColumn,
} from '#server/features/people/import/import.queries.ts';
import { countSchools, insertSchoolIn } from '#server/features/schools/schools.queries.ts';
import { cast, demoPassword, newAdmin, newStudent } from './cast.ts';
import { createRandomSource } from './random-source.ts';
import { readCrowd, type DemoPerson } from './crowd.ts';
import { addCourseTalk } from './course-talk.ts';
import { addClubFiles } from './club-files.ts';
import { addClubEmails } from './club-emails.ts';
import { addClubOffice } from './club-office.ts';
import { addClubPosts } from './club-posts.ts';
import { addBudgets } from './budgets.ts';
import { addClubs } from './demo-clubs.ts';
import { addEvents } from './demo-events.ts';
import { addRegistrations } from './demo-registrations.ts';
import { openDrawings, openPictures, savePictures } from './demo-pictures.ts';
import {
  countHosts,
  deleteWaitingElections,
  endFirstRuns,
  endSetup,
  insertDemoRecord,
  insertWaitingElections,
  lockDemo,
  selectFirstByEmail,
  selectHasDemo,
  selectWaitingElections,
  insertVisits,
} from './demo.queries.ts';
import { addElections, runElections } from './elections.ts';
import { runDues } from './dues.ts';
import { runStore } from './store.ts';
import { addFinances, demoBursar } from './finances.ts';
import { drawConnections } from './friendships.ts';
import { addActivity } from './activity.ts';
import { writeEntries } from './log-entries.ts';
import { addCalendar } from './calendar.ts';
import { addJobs } from './jobs.ts';
import { addNotices } from './notices.ts';
import { addRecords } from './record.ts';
import { addRooms } from './rooms.ts';
import { addSurveys } from './surveys.ts';
import { addTalk } from './talk.ts';
import { addTimetable, demoTeacher } from './timetable.ts';

export interface DemoParts {
  pool: Pool;
  files: Files;
  env: NodeJS.ProcessEnv;
  log: (line: string) => void;
  clock: Clock;
  tokens: Tokens;
}

const schools = {
  demo: {
    code: 'demo',
    name: 'Demo University',
    color: '005fbf',
    connect: true,
    messageStandalone: true,
    isDefault: true,
  },
  north: { code: 'north', name: 'Northern College', color: '9a3324', connect: false },
} as const;
type DemoCode = keyof typeof schools;

/** A different seed produces other friendships. */
const seed = 20_261;

/** Number of people of Demo University who can sign in besides the named ones, for manual concurrency and load tests. */
const passwordsByEmail = 300;

const columns = Object.keys(staged) as StagedColumn[];

async function* asRows(people: readonly DemoPerson[]) {
  for (const [index, person] of people.entries()) {
    yield [
      index + 1,
      person.username,
      ...columns.map((column) => person[column] ?? (staged[column] === 'text[]' ? [] : null)),
    ];
  }
}

const addPeople = async (
  bulk: BulkTransaction,
  school: SchoolId,
  code: DemoCode,
  people: readonly DemoPerson[],
  { now, passwordHash }: { now: Date; passwordHash: string },
): Promise<void> => {
  await stageAndMergePeople(bulk, school, columns, asRows(people), now);
  const named = await selectIdsByUsername(bulk.db, [
    ...cast[code].map(({ username }) => username),
    ...(code === 'demo' ? [demoTeacher, demoBursar, newStudent.username] : [newAdmin.username]),
  ]);
  const first = code === 'demo' ? await selectFirstByEmail(bulk.db, passwordsByEmail) : [];
  await upsertPasswords(
    bulk.db,
    school,
    [...new Set([...named.values(), ...first])],
    passwordHash,
    now,
  );
};

/** Creates both schools in one transaction, so that a killed start leaves nothing and the next one starts over. */
const createDemo = async ({ pool, files, log, clock, tokens }: DemoParts): Promise<void> => {
  const now = clock.now();
  const chance = createRandomSource(seed);
  const crowd = await readCrowd(chance, now);
  const connections = drawConnections(crowd.demo, chance, now).filter(
    (row) => !row.includes(newStudent.username),
  );
  const passwordHash = await hashPassword(demoPassword);
  await inBulkTransaction(pool, async (bulk) => {
    await lockDemo(bulk.db);
    let demo = 0;
    if ((await countHosts(bulk.db)) > 0) return;
    log('making the demo campus …');
    for (const code of ['demo', 'north'] as const) {
      await bulk.enter(null);
      const school = await insertSchoolIn(bulk.db, schools[code]);
      await bulk.enter(school);
      const people = await savePictures(files, school, crowd[code]);
      await addPeople(bulk, school, code, people, { now, passwordHash });
      await endFirstRuns(bulk.db, { except: newStudent.username, now });
      if (code !== 'demo') continue;
      demo = school;
      await insertVisits(bulk.db, school, now);
      await stageAndMergeConnections(bulk, school, connections, now);
      const send = openPictures({ db: bulk.db, files, school });
      const context = { db: bulk.db, send, school, now };
      await addTalk(context, crowd.demo, connections);
      const entries = await addActivity(context, crowd.demo, connections);
      const draw = openDrawings(files, school);
      await addClubs({ db: bulk.db, school, now, draw }, crowd.demo);
      await addRooms(bulk.db, school);
      await addEvents({ db: bulk.db, school, now, tokens, draw });
      await addClubPosts(context);
      await addClubFiles(context);
      await addSurveys({ db: bulk.db, school, now });
      await addElections({ db: bulk.db, school, now });
      await addJobs({ db: bulk.db, school, now });
      await addClubEmails({ db: bulk.db, school, now });
      await addTimetable(bulk, school, crowd.demo, now);
      await addCourseTalk({ db: bulk.db, school, now });
      await addFinances(bulk, { school, now, tokens });
      await addBudgets({ db: bulk.db, school, now });
      await addRegistrations({ db: bulk.db, school, now });
      await addRecords({ db: bulk.db, school, now });
      await addCalendar({ db: bulk.db, school, now });
      await addNotices({ db: bulk.db, school, now });
      await endSetup(bulk.db, now);
      entries.push(...(await addClubOffice({ db: bulk.db, school, now })));
      await writeEntries(entries);
    }
    await bulk.enter(null);
    await insertDemoRecord(bulk.db, now);
    await insertWaitingElections(bulk.db, demo);
  });
};

/**
 * Opens the demo's elections and counts those that are over, and adds orders, after the demo is stored: voting, counting and paying have
 * transactions of their own. If a start is killed here, the next one continues.
 */
const runDemoElections = (parts: DemoParts): Promise<void> =>
  inBulkTransaction(parts.pool, async (bulk) => {
    await lockDemo(bulk.db);
    const school = await selectWaitingElections(parts.pool);
    if (school === null) return;
    await runElections(parts, school as SchoolId);
    await runDues(parts, school as SchoolId);
    await runStore(parts, school as SchoolId);
    await deleteWaitingElections(bulk.db);
  });

const signInLines = (env: NodeJS.ProcessEnv): string[] => [
  `Sign in with the password ${demoPassword} as`,
  ...Object.entries(cast).flatMap(([code, people]) =>
    people.map(({ username }) => `  ${username}@${code}.campus.example`),
  ),
  `  ${demoTeacher}@demo.campus.example, a teacher`,
  `  ${demoBursar}@demo.campus.example, with the role Bursar`,
  `  ${newStudent.username}@demo.campus.example, a new student who hasn’t signed in yet`,
  `  ${newAdmin.username}@north.campus.example, the admin of a school that isn’t set up`,
  `and as the ${passwordsByEmail} people of Demo University whose email addresses come first`,
  `Northern College answers at http://north.${env['CAMPUS_HOST'] ?? 'localhost'}:${env['PORT'] ?? 3000}`,
  ...(['localhost', '127.0.0.1', '::1'].includes(env['HOST'] ?? '')
    ? []
    : [
        'These passwords are public, and every machine of your network can reach this one: HOST=127.0.0.1 keeps it to yourself',
      ]),
];
const noSchoolLines = [
  'This campus has no school yet. Make one with: npm run campus -- school add CODE --name "Name of the school"',
];

const canCreateDemo = (env: NodeJS.ProcessEnv): boolean =>
  env['NODE_ENV'] !== 'production' || env['CAMPUS_DEMO'] === '1';

/**
 * Creates the demo data if the database has no school and this isn't a production server (unless `CAMPUS_DEMO=1`). Returns lines to show at
 * startup: the demo's sign-ins, or what to do without a school.
 */
export const prepareDemo = async (parts: DemoParts): Promise<string[]> => {
  const isEmpty = (await countSchools(parts.pool)) === 0;
  if (isEmpty && canCreateDemo(parts.env)) await createDemo(parts);
  if ((await selectWaitingElections(parts.pool)) !== null) await runDemoElections(parts);
  if (await selectHasDemo(parts.pool)) return signInLines(parts.env);
  return isEmpty ? noSchoolLines : [];
};
