import { transact } from '../../kernel/context.ts';
import { onEventsTogether } from '../../kernel/jobs/event-handler.ts';
import { awardPoints } from './award-points.ts';

/** Groups people of events by club. An imported list of people causes an event for each. */
const byClub = (events: readonly { payload: { club: number; user: number } }[]) => {
  const people = new Map<number, number[]>();
  for (const { payload } of events)
    people.set(payload.club, [...(people.get(payload.club) ?? []), payload.user]);
  return people;
};

export const clubPointsJobs = [
  /** People who leave and join again count once. */
  onEventsTogether('club-points.count-joined', 'club_joined', (scope, events) =>
    transact(scope, async (context) => {
      for (const [club, people] of byClub(events))
        await awardPoints(context, { club, people, source: 'joined', sourceId: { id: 'club' } });
    }),
  ),
  /** Once for each position of an officer. */
  onEventsTogether('club-points.count-served', 'club_officer_added', (scope, events) =>
    transact(scope, async (context) => {
      for (const [club, people] of byClub(events))
        await awardPoints(context, { club, people, source: 'served', sourceId: 'position' });
    }),
  ),
];
