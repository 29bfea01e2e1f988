import * as schedule from '#contract/schedule/endpoints.ts';
import { scheduleLimits as limits } from '#contract/schedule/limits.ts';
import type { MeetingKind } from '#contract/courses/kinds.ts';
import { meetingKinds } from '#contract/courses/kinds.ts';
import { transact } from '../../kernel/context.ts';
import { withUpload } from '../../kernel/files/upload.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import * as queries from './schedule.queries.ts';
import {
  configView,
  readConfig,
  readScheduleFilters,
  readScheduleOrder,
  scheduleItems,
} from './schedule.rules.ts';

/** The entries of a form, which the platform reads. */
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

export const scheduleHandlers = [
  handle(schedule.getSchedule, async (call, { range, limit, filters: text, order: by }) => {
    const { window, filters } = readScheduleFilters(text, call.now);
    const order = readScheduleOrder(by);
    const end = Math.max(limit ?? range + 20, range);
    if (end - range > limits.page) throw problem('page_too_large', { max: limits.page });
    const rows = await queries.selectMeetings(call.db, call.me.userId, window, filters);
    const items = scheduleItems(rows, window).toSorted(order);
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
];
