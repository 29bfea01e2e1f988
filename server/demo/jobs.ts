import { newClientId } from '#contract/client-id.ts';
import type { FormAnswers, Question } from '#contract/forms/definition.ts';
import type { ApplicationState, JobKind, PayPeriod } from '#contract/jobs/limits.ts';
import { orNotFound } from '#server/kernel/sql.ts';
import {
  insertContact,
  insertEmployer,
  updateSignedIn,
} from '#server/features/employers/employers.queries.ts';
import {
  insertAnswers,
  insertForm,
  lockForm,
  updateAnswerCount,
  updateForm,
} from '#server/features/forms/forms.queries.ts';
import {
  updateDecision,
  upsertApplication,
} from '#server/features/jobs/applications/applications.queries.ts';
import {
  insertJob,
  insertSavedJob,
  questionsOf,
  selectJob,
  updateApproved,
  updateJobState,
} from '#server/features/jobs/jobs.queries.ts';
import { insertSearch } from '#server/features/jobs/searches/searches.queries.ts';
import { submittedContent } from '#server/features/jobs/submitted-jobs.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { selectClubNamed } from './demo.queries.ts';
import type { DemoContext } from './demo-context.ts';
import { createRandomSource, type RandomSource } from './random-source.ts';
import { submitInDemo } from './submitting.ts';

interface DemoJob {
  readonly title: string;
  readonly club?: string;
  readonly employer?: string;
  readonly kind: JobKind;
  readonly description: string;
  readonly requirements?: string;
  readonly place: string;
  readonly hours?: string;
  /** Lowest and highest pay in cents. */
  readonly pay?: readonly [min: number, max: number | null, per: PayPeriod];
  readonly url?: string;
  /** Days since it was posted, and until it closes. Negative ones are over. */
  readonly days: { readonly ago: number; readonly left: number };
  /** Days until the work starts and ends. */
  readonly work?: readonly [starts: number, ends: number | null];
  readonly isWaiting?: boolean;
  readonly questions?: readonly Question[];
  /** Members of its club who applied. */
  readonly applicants?: number;
  /** Its employer has an account, and posted it. */
  readonly isByEmployer?: boolean;
  /** What ana did. */
  readonly ana?: 'saved' | 'applied';
}

const base = { help: '', startsPage: false, conditions: [] };
const walkQuestions: readonly Question[] = [
  { ...base, id: 'walks', title: 'Which walks have you led?', kind: 'long', isRequired: true },
  {
    ...base,
    id: 'aid',
    title: 'Do you have a first aid certificate?',
    kind: 'one',
    isRequired: true,
    options: [
      { id: 'yes', label: 'Yes' },
      { id: 'no', label: 'Not yet' },
    ],
    hasOther: false,
  },
];

const jobs: readonly DemoJob[] = [
  {
    title: 'Greenhouse assistant',
    employer: 'Biology Department',
    kind: 'on_campus',
    description:
      'Water and repot the teaching collection, log temperatures, and show two school classes around each month. You learn to run the drip system and to spot pests before they spread.',
    requirements:
      'No experience needed. You can lift 20 pounds and come in on one weekend a month.',
    place: 'Harlan Hall',
    hours: '8 hours a week',
    pay: [1550, 1700, 'hour'],
    days: { ago: 1, left: 5 },
    work: [40, 160],
    ana: 'saved',
  },
  {
    title: 'Library desk, evenings',
    employer: 'Orchard Library',
    kind: 'on_campus',
    description:
      'Lend and take back books, answer questions at the desk, and close the reading rooms at ten.',
    requirements: 'You are reliable and like to help. We train you in two evenings.',
    place: 'Orchard Library, first floor',
    hours: '6–10 hours a week',
    pay: [1500, null, 'hour'],
    days: { ago: 2, left: 19 },
  },
  {
    title: 'Walk leader, spring',
    club: 'Ridge & Trail',
    kind: 'part_time',
    description:
      'Lead a day walk every second Saturday. You plan the route, check the weather and bring everyone home.',
    requirements: 'You know the trails around town, and how to read a map without a phone.',
    place: 'Meeting point at the boathouse',
    hours: 'Every second Saturday',
    pay: [6000, null, 'once'],
    days: { ago: 4, left: 10 },
    work: [70, 150],
    questions: walkQuestions,
    applicants: 6,
  },
  {
    title: 'Poster designer',
    club: 'Library Garden Collective',
    kind: 'part_time',
    description: 'Design four posters for the open days in spring, and the files for print.',
    requirements: 'Send two posters that you made.',
    place: 'Remote',
    pay: [12_000, null, 'once'],
    days: { ago: 5, left: 16 },
    applicants: 3,
  },
  {
    title: 'Research assistant, hydrology',
    employer: 'River Lab, Prof. Calloway',
    kind: 'research',
    description:
      'Measure water levels at six stations, clean the data, and help to write the report on last winter’s floods.',
    requirements: 'A course in statistics. A driver’s license helps.',
    place: 'River Lab',
    hours: '10 hours a week',
    pay: [1800, null, 'hour'],
    days: { ago: 8, left: 13 },
    work: [45, null],
    ana: 'applied',
  },
  {
    title: 'Summer intern, water quality',
    employer: 'Marren Valley Waterworks',
    kind: 'internship',
    description:
      'Take samples with our field team in the morning, and analyze them in the laboratory in the afternoon. You present your results at the end of the summer.',
    requirements: 'Second year or later in a natural science.',
    place: 'Marren Valley',
    hours: 'Full-time, June to August',
    pay: [2200, null, 'hour'],
    url: 'https://jobs.marren-valley.example/water-quality',
    days: { ago: 10, left: 40 },
    work: [190, 280],
    ana: 'saved',
  },
  {
    title: 'Event photographer',
    employer: 'Student Life',
    kind: 'on_campus',
    description: 'Photograph fairs, concerts and games, and deliver edited pictures in two days.',
    requirements: 'You have a camera, or borrow ours.',
    place: 'All over campus',
    hours: 'As needed',
    pay: [1700, null, 'hour'],
    days: { ago: 12, left: 24 },
  },
  {
    title: 'Statistics tutor',
    employer: 'Learning Center',
    kind: 'on_campus',
    description: 'Help students in the first two statistics courses, alone and in small groups.',
    requirements: 'A grade of B or better in both courses.',
    place: 'Quill House, room 204',
    hours: '4–12 hours a week',
    pay: [1900, 2100, 'hour'],
    days: { ago: 14, left: 28 },
  },
  {
    title: 'Junior data analyst',
    employer: 'Tallow & Reed Analytics',
    kind: 'full_time',
    description:
      'Turn messy tables into answers for small businesses. You work in a team of six and talk to customers from the first month.',
    requirements: 'A degree by summer, and one project that you can explain to us.',
    place: 'Pinewick, or remote',
    pay: [5_400_000, 6_200_000, 'year'],
    days: { ago: 16, left: 30 },
    work: [210, null],
    isByEmployer: true,
  },
  {
    title: 'Reading partner for children',
    employer: 'Open Page Tutoring',
    kind: 'volunteer',
    description: 'Read with a child for an hour every week. Books and snacks are there.',
    place: 'Eastgate Community Center',
    hours: '1 hour a week',
    days: { ago: 20, left: 60 },
  },
  {
    title: 'Gear room helper',
    club: 'Ridge & Trail',
    kind: 'on_campus',
    description: 'Lend boots, rucksacks and maps on Fridays, and check what comes back on Mondays.',
    place: 'Boathouse, gear room',
    hours: '3 hours a week',
    pay: [1500, null, 'hour'],
    days: { ago: 1, left: 20 },
    isWaiting: true,
  },
  {
    title: 'Orientation guide',
    employer: 'Student Life',
    kind: 'on_campus',
    description: 'Show new students around in the first week, and answer every question twice.',
    place: 'Main gate',
    hours: '20 hours in one week',
    pay: [1600, null, 'hour'],
    days: { ago: 90, left: -60 },
  },
];

const notes = [
  'I led three walks last year and would like to do it regularly.',
  'I grew up near these hills and know most of the paths.',
  'I am in my second year and free on Saturdays.',
  'I would like to learn this from the people who do it now.',
] as const;
const walks = [
  'The ridge walk in May, and two short ones for beginners.',
  'None yet, but I planned the route of the October walk.',
  'Four walks with the scouts at home.',
] as const;

/** A different seed produces other applications. */
const seed = 48_113;
const dayMs = 86_400_000;

const answersOf = (chance: RandomSource): FormAnswers => ({
  walks: chance.pick(walks),
  aid: { options: [chance.pick(['yes', 'no'])], other: null },
});

/** Adds the employer with an account, whose contact signs in with a link by email. Returns its id. */
const addEmployer = async ({ db, school, now }: DemoContext, by: number): Promise<number> => {
  const at = new Date(now.getTime() - 20 * dayMs);
  const employer = await insertEmployer(db, {
    school,
    name: 'Tallow & Reed Analytics',
    website: 'https://tallow-reed.example',
    by,
    now: at,
  });
  const contact = orNotFound(
    await insertContact(db, {
      school,
      employer,
      name: 'Mara Reed',
      email: 'mara@tallow-reed.example',
      locale: null,
      by,
      now: at,
    }),
  );
  await updateSignedIn(db, contact.id, at);
  return employer;
};

/** Adds jobs of clubs, departments and invented employers, with applications. Sends no notifications. */
export const addJobs = async ({ db, school, now }: DemoContext): Promise<void> => {
  const chance = createRandomSource(seed);
  const people = await selectIdsByUsername(db, ['ana', 'ben', 'nadia', 'officer', 'admin']);
  const idOf = (name: string) => people.get(name) ?? 0;
  const signIns = new Set(people.values());
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);

  const employer = await addEmployer({ db, school, now }, idOf('admin'));
  for (const job of jobs) {
    const club = job.club === undefined ? null : await selectClubNamed(db, job.club);
    if (club === undefined) continue;
    const at = inDays(-job.days.ago);
    const [min = null, max = null, per = null] = job.pay ?? [];
    const row = await insertJob(db, school, {
      club: club?.id ?? null,
      employer: job.isByEmployer === true ? employer : null,
      by: job.isByEmployer === true ? null : club === null ? idOf('admin') : idOf('officer'),
      clientId: newClientId(at.getTime()),
      now: at,
      columns: {
        title: job.title,
        employer: job.employer ?? '',
        kind: job.kind,
        description: job.description,
        requirements: job.requirements ?? '',
        location: job.place,
        hours: job.hours ?? '',
        starts_on: job.work === undefined ? null : dayIn(job.work[0]),
        ends_on: job.work === undefined || job.work[1] === null ? null : dayIn(job.work[1]),
        pay_min: min,
        pay_max: max,
        pay_currency: job.pay === undefined ? null : 'USD',
        pay_per: per,
        url: job.url ?? null,
        asks_files: true,
        closes_at: inDays(job.days.left),
      },
    });
    if (row === undefined) continue;
    const own = questionsOf(row.id);
    if (job.questions !== undefined) {
      await insertForm(db, school, own, { questions: [...job.questions] });
      await updateForm(db, orNotFound(await lockForm(db, own)).form_id, { state: 'open' });
    }
    if (job.isWaiting === true) {
      await updateJobState(db, row.id, { state: 'in_approval' });
      const submitter = idOf('officer');
      const stored = orNotFound(await selectJob(db, { viewer: submitter, isStaff: true }, row.id));
      const content = submittedContent(stored);
      await submitInDemo(
        { db, school },
        { kind: 'job', subject: row.id, submitter, reviewers: null, content, at },
      );
      continue;
    }
    await updateJobState(db, row.id, {
      state: 'open',
      opened_at: at,
      listed_at: at,
    });
    await updateApproved(db, row.id, at);
    const applicants = (club?.members ?? [])
      .filter((person) => !signIns.has(person))
      .slice(0, job.applicants ?? 0);
    if (job.ana === 'applied') applicants.push(idOf('ana'));
    if (job.isByEmployer === true) applicants.push(idOf('nadia'));
    for (const [nth, person] of applicants.entries()) {
      const then = new Date(at.getTime() + chance.next() * (now.getTime() - at.getTime()));
      const given = { school, job: row.id, person, note: chance.pick(notes), now: then };
      await upsertApplication(db, given);
      const form = job.questions === undefined ? undefined : await lockForm(db, own);
      if (form !== undefined) {
        const { form_id: id, revision } = form;
        const answers = answersOf(chance);
        await insertAnswers(db, { school, form: id, revision, person, answers }, then);
        await updateAnswerCount(db, id, 1);
      }
      const decisions: readonly (readonly [ApplicationState, string])[] = [
        ['shortlisted', 'Please come to the boathouse on Friday at five.'],
        ['declined', 'We chose someone who has led more walks. Please apply again in the fall.'],
      ];
      const [state, message] = job.questions === undefined ? [] : (decisions[nth] ?? []);
      if (state !== undefined)
        await updateDecision(db, { job: row.id, person, state, message, by: idOf('officer'), now });
    }
    if (job.ana === 'saved')
      await insertSavedJob(db, { school, job: row.id, person: idOf('ana'), now });
  }
  await insertSearch(db, {
    school,
    person: idOf('ana'),
    clientId: newClientId(now.getTime()),
    search: 'water',
    kind: null,
    club: null,
    isPaid: true,
    alerts: 'daily',
    now,
  });
};
