import * as calendar from '#contract/calendar/endpoints.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { instantText } from '../../kernel/time/local-time.ts';
import { openTurns } from '../../kernel/turns.ts';
import { withTimeProblems } from './time-problems.ts';
import * as queries from './calendar.queries.ts';
import { conflictsWith, readCalendarOf } from './calendar-reading.ts';
import { joined, readRequestedRange } from './calendar.rules.ts';
import { conflictView, itemViews, sourcesView } from './calendar.views.ts';
import { selectSubscriptions } from './subscriptions/subscriptions.queries.ts';

const sourcesOf = async ({ db, me }: Pick<Call, 'db' | 'me'>) => {
  const [choices, calendars] = await Promise.all([
    queries.selectChoices(db, me.userId),
    selectSubscriptions(db, me.userId),
  ]);
  return sourcesView(choices, calendars);
};

export const calendarHandlers = [
  handle(calendar.readCalendar, (call, input) =>
    withTimeProblems(async () => {
      const { items, failed } = await readCalendarOf(
        call,
        call.me.userId,
        readRequestedRange(input),
      );
      return {
        items: await itemViews(items, openTurns(call.load)),
        failed: failed.map(({ id }) => id),
      };
    }),
  ),

  handle(calendar.listConflicts, (call, input) =>
    withTimeProblems(async () => {
      const { from, to, zone } = readRequestedRange(input);
      const found = await conflictsWith(call, { start: new Date(from), end: new Date(to), zone });
      return { items: found.map(conflictView) };
    }),
  ),

  handle(calendar.readBusy, (call, input) =>
    withTimeProblems(async () => {
      const { from, to, zone } = readRequestedRange(input);
      const found = await conflictsWith(call, { start: new Date(from), end: new Date(to), zone });
      return {
        items: joined(found).map(({ startsAt, endsAt, isTentative }) => ({
          dateStart: instantText(startsAt),
          dateEnd: instantText(endsAt),
          isTentative,
        })),
      };
    }),
  ),

  handle(calendar.readSources, (call) => sourcesOf(call)),

  handle(calendar.chooseSources, async (call, { shown = [], hidden = [], ownColor }) => {
    const { db, me, schoolId } = call;
    const before = await queries.selectChoices(db, me.userId);
    const kinds = new Set([...before.hidden_kinds, ...hidden]);
    for (const kind of shown) kinds.delete(kind);
    await queries.upsertChoices(db, schoolId, me.userId, {
      hidden_kinds: [...kinds].toSorted(),
      own_color: ownColor ?? before.own_color,
    });
    return sourcesOf(call);
  }),
];
