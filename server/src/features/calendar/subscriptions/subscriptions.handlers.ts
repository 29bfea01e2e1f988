import * as subscriptions from '#contract/calendar-subscriptions/endpoints.ts';
import { calendarLimits } from '#contract/calendar/limits.ts';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { runOnce } from '../../../kernel/client-results.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { OutboundError } from '../../../kernel/outbound/outbound.ts';
import { countUse, countUseInTransaction } from '../../../kernel/security/rate-limits.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { charsetOf } from '../../../kernel/time/ics-lines.ts';
import { subscriptionView } from '../calendar.views.ts';
import { personKey, readCalendarFile } from '../calendar-files.ts';
import type { PreparedCalendar } from './subscribed-events.ts';
import {
  calledAddress,
  fetchCalendar,
  readingProblem,
  readSubscription,
  encryptionContext,
} from './subscription-reading.ts';
import * as queries from './subscriptions.queries.ts';

/** Maximum number of addresses that a person can ask us to read. */
const readings = { max: 30, seconds: 3_600 };
/** Maximum number of files that a person can upload. */
const files = { max: 60, seconds: 3_600 };
/** Storing thousands of events keeps the database busy, so a person can't add large calendars one after the other. */
const large = { events: 1_000, max: 3, seconds: 60 };

const store = (
  scope: Scope,
  asked: { readonly endpoint: Endpoint; readonly input: unknown },
  it: Omit<queries.NewSubscription, 'school' | 'now' | 'most'>,
  calendar: PreparedCalendar,
  marks: queries.Validators,
) =>
  transact(scope, (context) =>
    runOnce(context, asked.endpoint, asked.input, async () => {
      const { db, school, clock } = context;
      const now = clock.now();
      if (calendar.events >= large.events)
        await countUseInTransaction(context, `calendar-large:${it.me}`, large);
      const most = personalLimits.subscriptions;
      const row = { ...it, school: school.school_id, now, most };
      const id = await queries.insertSubscription(db, row);
      if (id === undefined) throw problem('too_many_subscriptions', { max: most });
      await queries.updateRead(db, id, calendar, marks, now);
      return subscriptionView(orNotFound(await queries.selectSubscription(db, it.me, id)));
    }),
  );

export const subscriptionsHandlers = [
  handleWithoutTransaction(subscriptions.createSubscription, async (call, input) => {
    const { name, url, color } = input;
    const { me, pages, tokens } = call;
    const address = calledAddress(url);
    try {
      pages.check(address);
    } catch (error) {
      throw error instanceof OutboundError ? readingProblem(error) : error;
    }
    await countUse(call, `calendar-reading:${call.schoolId}:${me.userId}`, readings);
    const fetched = await fetchCalendar(
      call,
      { key: personKey(call, me.userId), url: address },
      { etag: null, lastModified: null },
    );
    // The request had no conditions that would allow "not changed".
    if (fetched === null) throw problem('calendar_refused', { answer: 304 });
    const host = new URL(address).host;
    const it = {
      me: me.userId,
      name: name ?? fetched.calendar.name ?? host.slice(0, personalLimits.name),
      color,
      host,
      encryptedUrl: tokens.encrypt(encryptionContext, address),
    };
    const asked = { endpoint: subscriptions.createSubscription, input };
    return store(call, asked, it, fetched.calendar, fetched.validators);
  }),

  handleWithoutTransaction(subscriptions.uploadCalendar, (call, { upload, ...input }, transport) =>
    withUpload(
      `${call.schoolId}:${call.me.userId}`,
      upload,
      calendarLimits.icsBytes,
      async (bytes) => {
        const { name, color } = input;
        await countUse(call, `calendar-files:${call.schoolId}:${call.me.userId}`, files);
        const type = transport.header('content-type');
        const charset = charsetOf(typeof type === 'string' ? type : undefined);
        const key = personKey(call, call.me.userId);
        const calendar = await readCalendarFile(call, key, bytes, charset);
        const own = name ?? calendar.name ?? 'Calendar';
        const it = { me: call.me.userId, name: own, color, host: null, encryptedUrl: null };
        const asked = { endpoint: subscriptions.uploadCalendar, input };
        return store(call, asked, it, calendar, { etag: null, lastModified: null });
      },
    ),
  ),

  handle(subscriptions.updateSubscription, async ({ db, me }, { id, ...asked }) => {
    const { name = null, color = null, isShown = null, countsAsBusy = null } = asked;
    const change = { name, color, isShown, countsAsBusy };
    return subscriptionView(
      orNotFound(await queries.updateSubscription(db, me.userId, idOf(id), change)),
    );
  }),

  handleWithoutTransaction(subscriptions.readAgain, async (call, { id }) => {
    const { me } = call;
    const read = () =>
      transact(call, ({ db }) => queries.selectSubscription(db, me.userId, idOf(id)), {
        readOnly: true,
      });
    const before = orNotFound(await read());
    await countUse(call, `calendar-reading:${call.schoolId}:${me.userId}`, readings);
    await readSubscription(call, before.id, { isAsked: true });
    return subscriptionView(orNotFound(await read()));
  }),

  handle(subscriptions.deleteSubscription, async ({ db, me }, { id }) => {
    await queries.deleteSubscription(db, me.userId, idOf(id));
    return ok;
  }),
];
