import * as schedule from '#contract/schedule/endpoints.ts';
import { scheduleLimits as limits } from '#contract/schedule/limits.ts';
import type { MeetingKind } from '#contract/courses/kinds.ts';
import { meetingKinds } from '#contract/courses/kinds.ts';
import { transact } from '../../kernel/context.ts';
import { withUpload } from '../../kernel/files/upload.ts';
import type { CalendarPart } from '../../kernel/feature.ts';
import { handle, handleWithoutTransaction, type Call } from '../../kernel/handle.ts';
import { invalidParameter } from '../../kernel/http/json-parameter.ts';
import { problem } from '../../kernel/http/problem.ts';
import { countUseInTransaction } from '../../kernel/security/rate-limits.ts';
import { idOf } from '../../kernel/sql.ts';
import { instantText } from '../../kernel/time/local-time.ts';
import { findIanaZone } from '../../kernel/time/zones.ts';
import { readBusy } from '../calendar/busy-times.ts';
import { isClubStaff } from '../clubs/club-access.ts';
import { faceView, viewContextOf } from '../people/people.views.ts';
import { visibilityOf } from '../people/privacy/privacy.queries.ts';
import { withTimes } from '../../kernel/time/time-problem.ts';
import { daysBetween, freeSpans, windowOf } from './free-hours.ts';
import * as queries from './schedule.queries.ts';
import {
  configView,
  readConfig,
  readScheduleFilters,
  readScheduleOrder,
  scheduleItems,
  widestWindow,
} from './schedule.rules.ts';

/** Returns the entries of a form, parsed by the runtime. */
const readForm = async (
  bytes: Buffer,
  type: string | undefined,
): Promise<Iterable<readonly [string, unknown]>> => {
  if (!/^multipart\/form-data;/i.test(type ?? '')) throw problem('unsupported_media_type');
  try {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': type ?? '' },
    }).formData();
    return [...form.entries()];
  } catch {
    throw problem('invalid_input');
  }
};

/** Returns the people with these uids, or the visible members of one of the caller's clubs. */
const readSharers = async (
  call: Call,
  people: string | undefined,
  club: string | undefined,
): Promise<queries.SharerRow[]> => {
  const { viewer, connect, rules } = viewContextOf(call);
  const visibility = visibilityOf(viewer, connect, rules);
  if (club !== undefined) {
    const id = idOf(club);
    if (!(await queries.isClubMember(call.db, id, call.me.userId))) throw problem('not_found');
    const isStaff = await isClubStaff(call);
    return queries.selectClubSharers(call.db, { visibility, isStaff }, id, limits.people);
  }
  const ids = [...new Set((people ?? '').split(',').filter((uid) => uid !== ''))].map(idOf);
  if (ids.length === 0 || ids.length > limits.people)
    throw invalidParameter('with', `must name 1 to ${limits.people} people`);
  return queries.selectSharers(call.db, visibility, ids);
};

const hourly = { max: limits.freeHourly, seconds: 3_600 };

/** `parts` returns the calendar parts of all features. */
export const scheduleHandlers = (parts: () => readonly CalendarPart[]) => [
  handle(schedule.getSchedule, async (call, { range, limit, filters: text, order: by }) => {
    const { days, filters } = readScheduleFilters(text, call.now);
    const order = readScheduleOrder(by);
    const end = Math.max(limit ?? range + 20, range);
    if (end - range > limits.page) throw problem('page_too_large', { max: limits.page });
    const window = widestWindow(days, call.now);
    const rows = await queries.selectMeetings(call.db, call.me.userId, window, filters);
    const items = scheduleItems(rows, days, call.now).toSorted(order);
    return {
      data: items.slice(range, end),
      _metadata: { total: items.length, range, limit: end },
    };
  }),

  handle(schedule.getScheduleConfig, async (call) =>
    configView((await queries.selectSettings(call.db, call.me.userId)).filters),
  ),

  handleWithoutTransaction(schedule.updateScheduleConfig, async (call, { upload }, transport) => {
    const { userId } = call.me;
    const type = transport.header('content-type');
    return withUpload(`schedule:${userId}`, upload, limits.formBytes, async (bytes) => {
      const filters = readConfig(
        await readForm(bytes, typeof type === 'string' ? type : undefined),
      );
      await transact(call, ({ db }) => queries.upsertFilters(db, call.schoolId, userId, filters));
      return configView(filters);
    });
  }),

  handle(schedule.getScheduleOptions, async (call) => {
    const rows = await queries.selectOptions(call.db, call.me.userId, call.now);
    const terms = new Map<string, { value: string; label: string; isNow: boolean }>();
    const courses = new Map<
      string,
      { value: string; label: string; title: string; term: string }
    >();
    const kinds = new Set<MeetingKind>();
    for (const row of rows) {
      if (!terms.has(row.term))
        terms.set(row.term, { value: row.term, label: row.term_name, isNow: row.is_now });
      if (!courses.has(row.course))
        courses.set(row.course, {
          value: row.course,
          label: row.number,
          title: row.title,
          term: row.term,
        });
      for (const kind of row.kinds) kinds.add(kind);
    }
    return {
      terms: [...terms.values()],
      courses: [...courses.values()],
      kinds: meetingKinds.filter((kind) => kinds.has(kind)),
    };
  }),

  handle(schedule.getFreeHoursSharing, async (call) => ({
    audience: (await queries.selectSettings(call.db, call.me.userId)).shares_with,
  })),

  handle(schedule.updateFreeHoursSharing, async (call, { audience }) => {
    await queries.upsertSharing(call.db, call.schoolId, call.me.userId, audience);
    return { audience };
  }),

  handle(schedule.getFreeHours, async (call, { with: people, club, minutes, ...hours }) => {
    const zone = findIanaZone(hours.timeZone);
    if (zone === undefined) throw invalidParameter('timeZone', 'must be a time zone');
    const days = withTimes(() => daysBetween(hours.from, hours.to));
    if (days < 1 || days > limits.freeDays)
      throw invalidParameter(
        'to',
        `must be from the first day on, at most ${limits.freeDays} days`,
      );
    if (hours.dayEnd <= hours.dayStart)
      throw invalidParameter('dayEnd', 'must be later than dayStart');
    await countUseInTransaction(call, `free-hours:${call.me.userId}`, hourly);
    const asked = await readSharers(call, people, club);
    const shared = asked.filter((row) => row.is_shared);
    const busy = await readBusy(call, parts(), [call.me.userId, ...shared.map(({ id }) => id)], {
      ...windowOf(hours),
      zone,
    });
    const spans = freeSpans(hours, [...busy.values()].flat(), {
      minutes,
      now: call.now.getTime(),
    });
    return {
      timeZone: zone.name,
      items: spans.map(({ from, to }) => ({
        dateStart: instantText(from),
        dateEnd: instantText(to),
      })),
      people: shared.map(faceView),
      notShared: asked.filter((row) => !row.is_shared).map(faceView),
      more: Math.max(0, (asked[0]?.total ?? 0) - asked.length),
    };
  }),
];
