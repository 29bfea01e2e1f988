import { cancelEvent } from '#contract/events/cancellation.endpoints.ts';
import * as events from '#contract/events/endpoints.ts';
import * as managing from '#contract/events/manage.endpoints.ts';
import { eventLimits as limits } from '#contract/events/limits.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { permissionsIn } from '../../kernel/access.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { ok, orNotFound, idOf } from '../../kernel/sql.ts';
import { day, localText, readLocalTime } from '../../kernel/time/local-time.ts';
import { withTimes } from '../../kernel/time/time-problem.ts';
import { approveOf, submissionOf } from '../approvals/submissions.ts';
import { selectSchoolCurrency } from '../finances/finances.queries.ts';
import { accessTo } from '../clubs/club-access.ts';
import { selectClubState } from '../clubs/clubs.queries.ts';
import { isWritable as isClubWritable } from '../clubs/clubs.rules.ts';
import { selectForm } from '../forms/forms.queries.ts';
import { selectHubName } from '../hubs/hubs.queries.ts';
import { faceView, fileUrl } from '../people/people.views.ts';
import { insertEventKeys } from './keys/event-keys.queries.ts';
import { newEventKeys } from './keys/event-keys.ts';
import { fileOfEvent } from './calendar/event-files.ts';
import { selectMore } from './calendar/event-files.queries.ts';
import { hasOther, ownDateOf, saveDate } from './setup/date-overrides.ts';
import {
  changeableEvent,
  editableEvent,
  endableEvent,
  logEventAction,
  limitRate,
  seenEvent,
  seenEventPage,
} from './event-access.ts';
import { datesView, firstStart, seriesFrom, seriesOf, timesView } from './event-times.ts';
import * as queries from './events.queries.ts';
import type { EventRow } from './events.queries.ts';
import { questionsOf } from './events.rules.ts';
import { eventCanOf, eventPageView, hostView, isOwnProposal, timeOfRow } from './events.views.ts';
import { surveyAt } from './page/feedback.ts';
import { readerOf } from './reader/event-reader.queries.ts';
import { selectRoomState } from './rooms/event-rooms.queries.ts';
import { reserveRoom } from './rooms/event-rooms.ts';
import {
  announceChange,
  cancelDates,
  changeTimes,
  hasRest,
  hasTimes,
  promoteWaiting,
  timeColumns,
} from './setup/editing.ts';
import { checkColumns, columnsOf, saveParts } from './setup/event-columns.ts';
import { checkProposing, proposalKind, propose } from './proposals/event-proposals.ts';
import { refreshReviews } from './proposals/event-reviews.ts';
import { eventKind, managesAll, publish, publishOrSubmit } from './setup/publishing.ts';
import * as setup from './setup/setup.queries.ts';

/** Returns the approval state of an event, or of its proposal. The proposer sees only the latter. */
const submissionAt = (call: Call, row: EventRow) => {
  if (row.status === 'published' || (!row.manages && !row.is_proposer)) return null;
  const isProposal = !row.manages || (row.proposal !== null && row.proposal !== 'accepted');
  return submissionOf(call, isProposal ? proposalKind : eventKind, row.id);
};

/** Returns the page of an event that the caller can see, at the requested date or the next. */
const readPage = async (
  call: Call,
  {
    id,
    occurrence,
    code,
  }: { id: string; occurrence?: string | undefined; code?: string | undefined },
) => {
  const row = await seenEventPage(call, id, occurrence);
  const [submission, survey] = await Promise.all([submissionAt(call, row), surveyAt(call, row)]);
  const { school, now, origin } = call;
  return eventPageView(row, { school: school.name, now, code, submission, survey, origin });
};

const readSettings = async (call: Call, id: string, at?: string) => {
  const row = await seenEvent(call, id, at);
  if (!row.manages && !isOwnProposal(row)) throw problem('not_found');
  const [parts, kinds, form, submission] = await Promise.all([
    setup.selectSettingsParts(call.db, row.id),
    queries.selectKinds(call.db, row.id),
    selectForm(call.db, questionsOf(row.id)),
    submissionOf(call, row.proposal === 'open' ? proposalKind : eventKind, row.id),
  ]);
  const more = orNotFound(parts);
  const occurrence = timeOfRow(row);
  return {
    id: String(row.id),
    version: row.version,
    host: hostView(row, call.school.name),
    occurrence: row.original,
    own: await ownDateOf(call, row),
    ...timesView(row.series, occurrence),
    rrule: row.has_custom_dates ? null : row.series.rule,
    dates: row.has_custom_dates ? datesView(row.series) : null,
    status: row.status,
    title: row.title,
    description: more.description,
    location: row.location,
    address: more.address,
    room: more.room,
    mapUrl: more.map_url,
    onlineUrl: row.online_url,
    onlineOpensMinutes: row.online_opens_minutes,
    tags: [...row.tags],
    audience: row.audience,
    memberTags: more.member_tags,
    invited: more.invited.map((one) => faceView(one)),
    hosts: more.host_people.map((one) => faceView(one)),
    cohosts: [...more.cohost_clubs],
    registration: row.registration,
    opensAt: row.opens_at?.toISOString() ?? null,
    closesAt: row.closes_at?.toISOString() ?? null,
    closesMinutes: row.closes_minutes,
    capacity: row.event_capacity,
    guestsMax: row.guests_max,
    needsApproval: row.needs_approval,
    allowsMaybe: row.allows_maybe,
    waitlist: row.waitlist,
    offerHours: row.offer_hours,
    attendeesFor: row.attendees_for,
    ticketKinds: kinds.map((kind) => ({
      id: String(kind.id),
      name: kind.name,
      description: kind.description,
      quota: kind.quota,
      taken: more.by_kind[kind.id] ?? 0,
      accessCode: kind.access_code,
      isHidden: kind.is_hidden,
      price:
        kind.price === null || kind.currency === null
          ? null
          : { amount: kind.price, currency: kind.currency },
      taxBasisPoints: kind.tax_basis_points,
      guestsMax: kind.guests_max,
      guestPrice: kind.guest_price,
    })),
    refundHours: row.refund_hours,
    questions: form?.definition ?? { questions: [] },
    feedback: more.survey_id === null ? null : String(more.survey_id),
    isTemplate: row.is_template,
    badges: more.badges ?? { size: 'small' as const, hasCode: false },
    cover: fileUrl(row.cover),
    registered: more.registered,
    currency: await selectSchoolCurrency(call.db),
    // Tags that officers assign to members.
    clubTags: row.manages ? more.club_tags : [],
    submission,
    can: eventCanOf(row, occurrence, call.now),
  };
};

interface Host {
  readonly club: number | null;
  readonly hub: number | null;
  readonly isStaff: boolean;
  readonly isProposal: boolean;
}

/** Returns the club, hub or school of a new event. Throws if the caller can neither create nor propose events there. */
const checkHost = async (
  call: Call,
  {
    club,
    hub,
    isProposal,
  }: Pick<HandlerInput<typeof managing.createEvent>, 'club' | 'hub' | 'isProposal'>,
): Promise<Host> => {
  const isStaff = await managesAll(call);
  if (club !== undefined) {
    const access = await accessTo(call, [idOf(club)]);
    const who = { viewer: call.me.userId, isStaff: access.isStaff || isStaff };
    const row = orNotFound(await selectClubState(call.db, who, idOf(club)));
    const isOthers = !isStaff && !access.may(row.id, 'events.manage');
    if (isOthers && isProposal !== true) throw problem('forbidden');
    if (!isClubWritable(row)) throw problem('club_inactive');
    if (isOthers) await checkProposing(call, row.id);
    return { club: row.id, hub: null, isStaff, isProposal: isOthers };
  }
  if (!isStaff) throw problem('forbidden');
  if (hub !== undefined) orNotFound(await selectHubName(call.db, idOf(hub)));
  return { club: null, hub: hub === undefined ? null : idOf(hub), isStaff, isProposal: false };
};

const checkQuotaOf = async (
  call: Call,
  host: { club: number | null; hub: number | null },
): Promise<void> => {
  const max = limits.events;
  if ((await queries.countEvents(call.db, host, call.now)) >= max)
    throw problem('too_many_events', { max });
};

/** Throws if a room doesn't exist or can no longer be reserved. */
const checkRoom = async (call: Call, room: string | null | undefined): Promise<void> => {
  if (typeof room !== 'string') return;
  const { is_active: isActive } = orNotFound(await selectRoomState(call.db, idOf(room)));
  if (!isActive) throw problem('room_inactive');
};

const store = async (call: Call, input: HandlerInput<typeof managing.createEvent>) => {
  const { db, schoolId, me, now, tokens } = call;
  const repeated = await queries.selectEventByClient(db, me.userId, input.clientId);
  if (repeated !== undefined) return repeated.id;
  const host = await checkHost(call, input);
  await checkQuotaOf(call, host);
  await checkRoom(call, input.room);
  const { series, isDates } = seriesOf(input);
  const { times, columns } = timeColumns(series);
  const sent = columnsOf(input);
  const audience = input.audience ?? (host.hub === null ? 'school' : 'hub');
  checkColumns(host, {
    audience,
    opens: sent.opens_at instanceof Date ? sent.opens_at : null,
    closes: sent.closes_at instanceof Date ? sent.closes_at : null,
  });
  const made = await queries.insertEvent(db, schoolId, {
    registration: series.rule !== null && !isDates ? 'occurrence' : 'event',
    ...sent,
    ...columns,
    title: input.title,
    audience,
    club_id: host.club,
    hub_id: host.hub,
    has_custom_dates: isDates,
    created_by: me.userId,
    client_id: input.clientId,
    ...(host.isProposal && { proposal: 'open', proposed_by: me.userId, is_template: false }),
    created_at: now,
    updated_at: now,
  } as queries.NewEvent);
  if (made === undefined)
    return orNotFound(await queries.selectEventByClient(db, me.userId, input.clientId)).id;
  await insertEventKeys(db, schoolId, made.id, newEventKeys(tokens, schoolId, made.id));
  await queries.replaceStarts(db, schoolId, made.id, times);
  await saveParts(
    call,
    made.id,
    { ...input, hosts: input.hosts ?? [String(me.userId)] },
    host.club,
  );
  if (host.isProposal) await propose(call, made.id);
  // A proposal by someone who can publish it is a draft.
  else if (
    host.isStaff &&
    [input.isDraft, input.isTemplate, input.isProposal].every((is) => is !== true)
  )
    await publish(call, made.id);
  const event = { id: made.id, title: input.title, club_id: host.club };
  await logEventAction(call, event, host.isProposal ? 'proposed' : 'added');
  return made.id;
};

/** Maps ticket types in the input to those of the event that was split off. */
const withKindsOf = async (
  call: Call,
  from: number,
  to: number,
  sent: Omit<HandlerInput<typeof managing.updateEvent>, 'id' | 'version' | 'scope'>,
) => {
  if (sent.ticketKinds === undefined) return sent;
  const pairs = new Map(
    (await setup.selectKindPairs(call.db, from, to)).map(({ before, after }) => [before, after]),
  );
  const ticketKinds = sent.ticketKinds.map((kind) => ({
    ...kind,
    ...(kind.id !== undefined && { id: pairs.get(kind.id) ?? kind.id }),
  }));
  return { ...sent, ticketKinds };
};

const update = async (
  call: Call,
  { id, version, scope, occurrence, ...sent }: HandlerInput<typeof managing.updateEvent>,
): Promise<{ event: number; original: string | undefined }> => {
  const { db, now } = call;
  const row = await editableEvent(call, id, occurrence);
  if (row.status === 'canceled') throw problem('event_canceled');
  if (row.proposal === 'declined' || row.proposal === 'withdrawn') throw problem('event_not_draft');
  if (!row.manages && sent.isTemplate === true) throw problem('forbidden');
  const held = orNotFound(await queries.lockEvent(db, row.id));
  if (held.version !== version) throw problem('event_changed');
  const columns = columnsOf(sent);
  const [isTimed, saysMore] = [hasTimes(sent), hasRest(sent)];
  if (scope === 'this' ? hasOther(sent) : sent.note !== undefined) throw problem('event_scope');
  if (scope !== 'all' && row.series.rule === null) throw problem('event_not_recurring');
  const audience = sent.audience ?? row.audience;
  checkColumns(
    { club: row.club_id, hub: row.hub_id },
    {
      audience,
      opens: columns.opens_at === undefined ? row.opens_at : (columns.opens_at as Date | null),
      closes: columns.closes_at === undefined ? row.closes_at : (columns.closes_at as Date | null),
    },
  );
  const stored = orNotFound(await setup.selectLocation(db, row.id));
  // Keeping the current room needs no check, even if it is closed now, because forms send all fields.
  const kept = [stored.room_id, row.own?.room_id];
  if (!kept.some((room) => room != null && String(room) === sent.room))
    await checkRoom(call, sent.room);
  // Registrations wait, and then see the new number of spots.
  await setup.lockSpots(db, row.id);
  const isOtherMode = sent.registration !== undefined && sent.registration !== row.registration;
  if (isOtherMode && (await setup.hasRegistrations(db, row.id))) throw problem('event_mode_fixed');
  // A change of this and following dates always splits the event.
  const { event: target, original } =
    isTimed || (scope === 'following' && saysMore)
      ? await changeTimes(call, row, { scope, original: row.original }, sent)
      : { event: row.id, original: row.original };
  if (scope === 'this') await saveDate(call, row, sent);
  else if (saysMore) {
    await queries.updateEvent(db, target, columns, now);
    await saveParts(
      call,
      target,
      target === row.id ? sent : await withKindsOf(call, row.id, target, sent),
      row.club_id,
    );
    const isOther = (now: unknown, before: unknown) => now !== undefined && now !== before;
    const isElsewhere =
      isOther(sent.location, row.location) ||
      isOther(sent.onlineUrl, row.online_url) ||
      isOther(sent.address, stored.address) ||
      isOther(columns.room_id, stored.room_id);
    if (isElsewhere && row.status === 'published')
      await announceChange(call, target, { time: false, place: true });
    await promoteWaiting(call, target);
  }
  // Release what stays with the first part of the series before the second part claims it.
  if (target !== row.id) await reserveRoom(call, row.id, target);
  else if (isTimed || sent.room !== undefined) await reserveRoom(call, row.id);
  await refreshReviews(call, row);
  await logEventAction(call, row, target === row.id ? 'changed' : 'divided');
  return { event: target, original };
};

export const eventsHandlers = [
  handle(events.getEventFile, async (call, { id, occurrence }) => {
    const row = await seenEvent(call, id, occurrence);
    return {
      name: `${row.title.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'event'}.ics`,
      ics: fileOfEvent(
        call,
        row,
        await selectMore(call.db, row.id),
        occurrence === undefined ? null : row.original,
      ),
    };
  }),

  handle(events.readEvent, async (call, { id, occurrence, code }) => {
    // Access codes can't be found by guessing.
    if (code !== undefined) await limitRate(call, 'register');
    return readPage(call, { id, occurrence, code });
  }),

  handle(managing.getEventSettings, async (call, { id, occurrence }) =>
    readSettings(call, id, occurrence),
  ),

  handle(events.listEventHostChoices, async (call) => {
    const school = await managesAll(call);
    const isClubStaff = (await permissionsIn(call, 'school', [0]))(0).has('clubs.manage');
    const [choices, hasSteps] = await Promise.all([
      setup.selectHostChoices(call.db, readerOf(call), {
        hubs: school,
        isClubStaff: school || isClubStaff,
        max: 500,
      }),
      setup.hasApprovalSteps(call.db, eventKind.kind),
    ]);
    const { hubs, clubs: own } = orNotFound(choices);
    const currency = await selectSchoolCurrency(call.db);
    return { school, hubs: [...hubs], clubs: [...own], approval: hasSteps && !school, currency };
  }),

  handle(managing.createEvent, async (call, input) => {
    await limitRate(call, 'write');
    return readPage(call, { id: String(await store(call, input)) });
  }),

  handle(managing.updateEvent, async (call, input) => {
    const { event, original } = await update(call, input);
    return readSettings(call, String(event), original);
  }),

  handle(managing.answerCohost, async (call, { id, club, accepts }) => {
    await limitRate(call, 'write');
    const row = await seenEvent(call, id);
    const access = await accessTo(call, [idOf(club)]);
    const isStaff = access.isStaff || (await managesAll(call));
    if (!isStaff && !access.may(idOf(club), 'events.manage')) throw problem('forbidden');
    await queries.lockEvent(call.db, row.id);
    if (!(await setup.answerCohost(call.db, row.id, idOf(club), accepts)))
      throw problem('not_found');
    await logEventAction(call, row, 'changed');
    return ok;
  }),

  handle(managing.publishEvent, async (call, { id, version }) => {
    const row = await changeableEvent(call, id);
    const held = orNotFound(await queries.lockEvent(call.db, row.id));
    if (held.version !== version) throw problem('event_changed');
    if (row.is_template) throw problem('event_is_template');
    if (row.status !== 'draft') throw problem('event_not_draft');
    if (row.ends_at <= call.now) throw problem('event_ended');
    if (row.proposal === 'open') await approveOf(call, proposalKind, row.id);
    else {
      if (row.proposal !== null && row.proposal !== 'accepted') throw problem('event_not_draft');
      const isSubmitted = await publishOrSubmit(call, row.id);
      await logEventAction(call, row, isSubmitted ? 'submitted' : 'published');
    }
    return readPage(call, { id: String(row.id) });
  }),

  handle(cancelEvent, async (call, { id, occurrence, scope, reason }) => {
    await queries.lockEvent(call.db, (await endableEvent(call, id)).id);
    // Read under the lock, so that simultaneous changes of the times aren't lost.
    const named = await endableEvent(call, id, occurrence);
    // All of it is deleted, even if the given date was deleted before.
    const row = scope === 'all' && named.canceled !== null ? await endableEvent(call, id) : named;
    if (row.status === 'canceled') return readPage(call, { id, occurrence });
    if (row.status !== 'published') throw problem('event_not_published');
    const end = scope === 'all' ? row.ends_at.getTime() : timeOfRow(row).endsAt;
    if (end <= call.now.getTime()) throw problem('event_ended');
    await cancelDates(call, row, { scope, original: occurrence, reason });
    await logEventAction(call, row, 'canceled');
    return readPage(call, { id: String(row.id) });
  }),

  handle(managing.duplicateEvent, async (call, { id, clientId, dateStart, isTemplate }) => {
    const { db, schoolId, me, now, tokens } = call;
    const row = await changeableEvent(call, id);
    await checkQuotaOf(call, { club: row.club_id, hub: row.hub_id });
    const { series } = row;
    const moved = withTimes(() => {
      const first = firstStart(series, row.has_custom_dates);
      if (dateStart === undefined) {
        const weeks = Math.max(1, Math.ceil((now.getTime() - row.starts_at.getTime()) / (7 * day)));
        const next = localText(readLocalTime(first) + weeks * 7 * day);
        return seriesFrom(series, row.has_custom_dates, next.slice(0, first.length));
      }
      const shown = timesView(series, timeOfRow(row));
      const length = Date.parse(shown.dateEnd) - Date.parse(shown.dateStart);
      const end = new Date(Date.parse(dateStart) + length).toISOString();
      const { series: fresh } = seriesOf({ ...shown, dateStart, dateEnd: end });
      return seriesFrom(series, row.has_custom_dates, fresh.start);
    }, 'dateStart');
    const { times, columns } = timeColumns(moved);
    const made = await setup.copyEvent(db, row.id, {
      by: me.userId,
      clientId,
      now,
      series: JSON.stringify(moved),
      startsAt: columns.starts_at,
      endsAt: columns.ends_at,
      status: 'draft',
      isTemplate,
      cover: row.cover,
    });
    if (made === undefined)
      return readSettings(
        call,
        String(orNotFound(await queries.selectEventByClient(db, me.userId, clientId)).id),
      );
    const invited = await setup.copyParts(db, {
      from: row.id,
      to: made.id,
      asker: readerOf(call),
    });
    if (invited > 0) await limitRate(call, 'invite', invited);
    const form = await selectForm(db, questionsOf(row.id));
    if (form !== undefined)
      await saveParts(call, made.id, { questions: form.definition }, row.club_id);
    await insertEventKeys(db, schoolId, made.id, newEventKeys(tokens, schoolId, made.id));
    await queries.replaceStarts(db, schoolId, made.id, times);
    await logEventAction(call, { ...row, id: made.id }, 'added');
    return readSettings(call, String(made.id));
  }),
];
