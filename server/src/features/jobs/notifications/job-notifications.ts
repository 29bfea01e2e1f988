import { transact, type Scope } from '../../../kernel/context.ts';
import { onEvent, onEventWithNumber } from '../../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../../kernel/jobs/outbox.ts';
import {
  noActor,
  notifiedAtOnce,
  notifyOfEvents,
  userEventsFor,
} from '../../notifications/notify/notify.ts';
import { announceLater } from '../applications/announcing-applicants.ts';
import { selectAlerted } from '../searches/searches.queries.ts';
import * as queries from './job-notifications.queries.ts';

const readNamed = (scope: Scope, job: number) =>
  transact(scope, ({ db }) => queries.selectNamedJob(db, job), { readOnly: true });

/** Notifies the other officers of a club that one of its jobs opened. */
const onOpened = async (
  scope: Scope,
  { id: event, payload: { job, club, by } }: OutboxEvent<'job_opened'>,
): Promise<void> => {
  const found = await readNamed(scope, job);
  if (found === undefined || club === null) return;
  const officers = await transact(scope, ({ db }) => queries.selectJobOfficers(db, club), {
    readOnly: true,
  });
  await notifyOfEvents(
    scope,
    userEventsFor(
      officers.filter((one) => one !== by),
      by,
      event,
    ),
    {
      condition: queries.isStillOpen(job),
      key: 'officer.newJob',
      kind: 'job_opened',
      collapseKey: `job:${job}:opened`,
      club,
      about: { title: found.title, path: `/jobs/${job}` },
    },
  );
};

/** Notifies everyone whose saved search with immediate alerts finds a new job. */
const alertImmediately = async (
  scope: Scope,
  { id: event, payload: { job } }: OutboxEvent<'job_opened'>,
): Promise<void> => {
  const found = await readNamed(scope, job);
  if (found === undefined) return;
  for (let after = 0; ;) {
    const window = { after, size: notifiedAtOnce, now: scope.clock.now() };
    const people = await transact(scope, ({ db }) => selectAlerted(db, job, window), {
      readOnly: true,
    });
    await notifyOfEvents(scope, userEventsFor(people, noActor, event), {
      condition: queries.isStillOpen(job),
      key: 'general.jobs',
      kind: 'job_alert',
      collapseKey: `job:${job}:alert`,
      about: { title: found.title, path: `/jobs/${job}` },
    });
    if (people.length < notifiedAtOnce) return;
    after = people.at(-1) ?? after;
  }
};

/** Sends a daily alert of one saved search. */
const alertDaily = (
  scope: Scope,
  { id: event, payload: { search, person, jobs, title, path } }: OutboxEvent<'job_search_matched'>,
): Promise<void> =>
  notifyOfEvents(scope, userEventsFor([person], noActor, event), {
    condition: queries.isStillDaily(search),
    key: 'general.jobs',
    kind: jobs === 1 ? 'job_alert' : 'job_alerts',
    collapseKey: `job_search:${search}`,
    repeat: 'replace',
    about: { title, path },
  });

/** Notifies those who manage a job that someone applied: officers of its club, or the person who posted it for the school. */
const onApplied = async (
  scope: Scope,
  { id: event, payload: { job, person } }: OutboxEvent<'job_applied'>,
): Promise<void> => {
  const found = await readNamed(scope, job);
  if (found === undefined) return;
  const { club_id: club, title } = found;
  const managers = await transact(
    scope,
    ({ db }) =>
      club === null ? queries.selectPoster(db, job) : queries.selectJobOfficers(db, club),
    { readOnly: true },
  );
  await notifyOfEvents(
    scope,
    userEventsFor(
      managers.filter((one) => one !== person),
      person,
      event,
    ),
    {
      condition: queries.isStillApplied(job, person),
      key: 'general.jobs',
      kind: 'job_applied',
      collapseKey: `job:${job}:applied`,
      about: { title, path: `/jobs/${job}/applicants` },
    },
  );
};

/** Notifies an applicant of a decision, without the name of the person who decided. */
const onDecided = async (
  scope: Scope,
  { id: event, payload: { job, person } }: OutboxEvent<'job_decided'>,
): Promise<void> => {
  const found = await readNamed(scope, job);
  if (found === undefined) return;
  await notifyOfEvents(scope, userEventsFor([person], noActor, event), {
    condition: queries.isStillApplied(job, person),
    key: 'general.jobs',
    kind: 'job_decided',
    collapseKey: `job:${job}:decided`,
    repeat: 'replace',
    about: { title: found.title, path: `/jobs/${job}` },
  });
};

export const jobNotifications = [
  onEventWithNumber('jobs.notify-officers', 'job_opened', onOpened),
  // A search without words finds every job, and many people can have one.
  onEventWithNumber('jobs.alert-immediately', 'job_opened', alertImmediately, {
    timeoutSeconds: 600,
  }),
  onEventWithNumber('jobs.alert-daily', 'job_search_matched', alertDaily),
  onEventWithNumber('jobs.notify-managers', 'job_applied', onApplied),
  onEvent('jobs.announce-applicants', 'employer_applicants_due', announceLater),
  onEventWithNumber('jobs.notify-applicant', 'job_decided', onDecided),
];
