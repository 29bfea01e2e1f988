import { recordLimits } from '#contract/record/limits.ts';
import { transact, type Context, type Scope } from '../../kernel/context.ts';
import { onEvent, onEventsTogether } from '../../kernel/jobs/event-handler.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import { emit, insertEvent } from '../../kernel/jobs/outbox.ts';
import { selectToSettle, updateSettled } from './badges/badges.queries.ts';
import { settleBadges } from './badges/settle-badges.ts';
import { submit } from '../approvals/submissions.ts';
import {
  insertServed,
  selectAttendees,
  settleAttended,
  settlePositions,
} from './from-campus/from-campus.queries.ts';

import { experienceKind } from './verification.ts';

/** Maximum number of people in one transaction. */
const peopleAtOnce = 500;

const counted = async (context: Context, people: readonly number[]): Promise<void> => {
  const { db, school, clock } = context;
  const changed = await settleAttended(db, school.school_id, people, clock.now());
  if (changed.length > 0) await settleBadges(context, changed);
};

const settled = (scope: Scope, people: readonly number[]): Promise<void> =>
  transact(scope, (context) => settleBadges(context, people));

const proposed = (scope: Scope, survey: number, person: number): Promise<void> => {
  // The person who responded to the survey submits the experience.
  const actor = {
    kind: 'member',
    userId: person,
    sessionId: null,
    isAdmin: false,
    isAdviser: false,
  } as const;
  return transact({ ...scope, actor }, async (context) => {
    const { db, school, clock } = context;
    const wanted = { survey, person, max: recordLimits.entries, now: clock.now() };
    const row = await insertServed(db, school.school_id, wanted);
    if (row !== undefined) await submit(context, experienceKind, row.id);
  });
};

export const recordJobs = [
  onEvent('record.count-attended', 'event_attended', (scope, { people }) =>
    transact(scope, (context) => counted(context, people)),
  ),
  onEvent('record.count-not-attended', 'event_not_attended', (scope, { people }) =>
    transact(scope, (context) => counted(context, people)),
  ),
  onEventsTogether('record.count-positions', 'club_officer_added', (scope, events) =>
    transact(scope, async (context) => {
      const { db, school, clock } = context;
      const users = [...new Set(events.map(({ payload }) => payload.user))];
      const changed = await settlePositions(db, school.school_id, users, clock.now());
      if (changed.length > 0) await settleBadges(context, changed);
    }),
  ),
  /** A response to a service survey adds an experience that waits for the verifiers of its type. */
  onEvent('record.propose-service', 'survey_answered', (scope, { survey, person }) =>
    person === null ? Promise.resolve() : proposed(scope, survey, person),
  ),
  onEvent('record.settle-badges', 'record_settled', (scope, { people }) => settled(scope, people)),
  /** Awards a new or changed badge to people who qualify, in batches. */
  onEvent('record.settle-badge', 'record_badge_changed', (scope, { badge, version, after }) =>
    transact(scope, async (context) => {
      const wanted = { badge, version, after, max: peopleAtOnce };
      const people = await selectToSettle(context.db, wanted);
      if (people === undefined) return;
      const last = people.at(-1);
      if (last !== undefined) {
        await settleBadges(context, people, badge);
        await emit(context, 'record_badge_changed', { badge, version, after: last });
      }
      const isDone = last === undefined;
      await updateSettled(context.db, { badge, people: people.length, isDone });
    }),
  ),
  onEvent('record.count-from-start', 'record_counting', (scope, { after }) =>
    transact(scope, async (context) => {
      const people = await selectAttendees(context.db, after, peopleAtOnce);
      const last = people.at(-1);
      if (last === undefined) return;
      await counted(context, people);
      await emit(context, 'record_counting', { after: last });
    }),
  ),
];

/** Settles positions that began or ended without an event, because of imports and dates. */
export const settleFromCampus: MaintenanceTask = async (db, now, school) => {
  const people = await settlePositions(db, school, null, now);
  for (let at = 0; at < people.length; at += peopleAtOnce)
    await insertEvent(db, school, null, 'record_settled', {
      people: people.slice(at, at + peopleAtOnce),
    });
  return 0;
};
