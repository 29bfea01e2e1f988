import type { BrowserContext } from '@playwright/test';
import { paths } from '../web/src/paths.ts';
import { callAs, mobile, type signIn } from './campus.ts';

/* The addresses of all pages, for journeys that check something on each of them. */

/** The values for the `$name` parts of addresses. */
export interface Samples {
  readonly uid: string;
  readonly clubId: string;
  /** A survey that is open and has responses. */
  readonly surveyId: string;
  /** A weekly event that the officer hosts. */
  readonly eventId: string;
  /** A course that the officer is enrolled in. */
  readonly courseId: string;
  /** The newest election that the person can see. */
  readonly electionId: string;
  /** The newest job that the officer manages. */
  readonly jobId: string;
  /** The newest budget request of the officer's club. */
  readonly requestId: string;
  /** The person's newest order. */
  readonly orderId: string;
}
export const nothing: Samples = {
  uid: '',
  clubId: '',
  surveyId: '',
  eventId: '',
  courseId: '',
  electionId: '',
  jobId: '',
  requestId: '',
  orderId: '',
};
const sampleOf = ({
  uid,
  clubId,
  surveyId,
  eventId,
  courseId,
  electionId,
  jobId,
  requestId,
  orderId,
}: Samples): Readonly<Record<string, string>> => ({
  clubId,
  // These don't exist, and the pages say so. e2e/record.spec.ts checks the pages with real ones.
  code: '0000000000',
  entryId: '999',
  electionId,
  requestId,
  orderId,
  conversation: '999',
  courseId,
  eventId,
  hubId: '_',
  hubMenuId: '_',
  jobId,
  surveyId,
  submissionId: '999',
  applicationId: '999',
  uid,
});
const filled = (path: string, sample: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = sample[name];
    if (value === undefined) throw new Error(`${path} needs a sample of ${name}`);
    return value;
  });

/** All addresses of the app, so that the pages of a new feature are checked without a change here. */
const all: readonly string[] = Object.values(paths);
const below = (path: string) => all.filter((one) => one.startsWith(`${path}/`));
const visitors: readonly string[] = [paths.login, paths.forgot, paths.reset, paths.unsubscribe];
const elsewhere = new Set<string>([
  ...visitors,
  // This one redirects.
  paths.clubs,
  paths.admin,
  paths.settings,
  paths.development,
  ...[paths.admin, paths.settings].flatMap(below),
  // development.spec.ts checks these.
  ...below(paths.development),
  // employers.spec.ts checks these.
  paths.employer,
  ...below(paths.employer),
  // This one closes its window.
  paths.signedIn,
]);

export const ofVisitors = () => visitors;

export const ofPeople = (samples: Samples) => {
  const { uid, clubId, surveyId, courseId } = samples;
  return [
    ...all.filter((path) => !elsewhere.has(path)).map((path) => filled(path, sampleOf(samples))),
    '/directory?layout=list',
    '/directory?search_word=zzzzzz',
    `/directory?uid=${uid}`,
    `/student_profile?uid=${uid}`,
    '/student_profile?uid=1',
    `/clubs/${clubId}?tab=members`,
    `/clubs/${clubId}?tab=files`,
    ...['members', 'points', 'money', 'settings', 'log', 'emails'].map(
      (section) => `/clubs/${clubId}/manage?section=${section}`,
    ),
    `/clubs/${clubId}?tab=surveys`,
    `/surveys/${surveyId}/edit?tab=questions`,
    `/surveys/${surveyId}/edit?tab=audience`,
    ...['grades', 'announcements', 'people', 'files'].map((tab) => `/edu/${courseId}?tab=${tab}`),
    '/edu/due?show=done',
    '/_/_/clubs?search_word=zzzzzz',
    '/connections?list=sent',
    '/connections?list=connected',
    `${paths.embedProfile}/${uid}`,
    '/nowhere',
  ];
};

// At the first size, the address of a page with sections shows the list of sections.
export const ofSettings = () => [paths.settings, ...below(paths.settings)];

export const ofAdmins = () => [paths.admin, ...below(paths.admin)];

type Tokens = Awaited<ReturnType<typeof signIn>>;

/** Finds IDs that the person can see, for the addresses that need one. */
export const samplesFor = async (context: BrowserContext, tokens: Tokens): Promise<Samples> => {
  const get = <T>(path: string) => callAs<T>(context, tokens, 'GET', path);
  const [list] = await mobile<{ people: { uid: string }[] }[]>(
    context,
    tokens,
    'mobile_people?search_word=Ana%20Silva',
  );
  const clubs = await mobile<{ p0: string; p1: string }[]>(
    context,
    tokens,
    '../v17/mobile_groups_list?range=0&limit=200',
  );
  // A club that the officer runs.
  const clubId = clubs.find(({ p1 }) => p1 === 'Ridge & Trail')?.p0 ?? '';
  const surveys =
    clubId === ''
      ? []
      : (await get<{ items: { id: string; state: string }[] }>(`/clubs/${clubId}/surveys`)).items;
  const requests =
    clubId === ''
      ? []
      : (await get<{ items: { id: string }[] }>(`/budget-requests?club=${clubId}`)).items;
  const filters = encodeURIComponent(JSON.stringify({ Search: 'Saturday day walk' }));
  const events = await get<{ items: { id: string }[] }>(`/events?filters=${filters}`);
  const courses = await get<{ items: { id: string }[] }>('/academic/courses');
  const elections = await get<{ items: { id: string }[] }>('/elections');
  const jobs = await get<{ items: { id: string }[] }>('/jobs?list=managed');
  const orders = await get<{ items: { id: string }[] }>('/orders');
  const samples = {
    uid: list?.people[0]?.uid ?? '',
    clubId,
    surveyId: surveys.find(({ state }) => state === 'open')?.id ?? '',
    eventId: events.items[0]?.id ?? '',
    courseId: courses.items[0]?.id ?? '',
    electionId: elections.items[0]?.id ?? '999',
    jobId: jobs.items[0]?.id ?? '999',
    requestId: requests[0]?.id ?? '999',
    orderId: orders.items[0]?.id ?? '999',
  };
  return samples;
};
