import { eventLimits as limits, type EventAudience } from '#contract/events/limits.ts';
import type { createEvent } from '#contract/events/manage.endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { lockForm, selectForm } from '../../forms/forms.queries.ts';
import { saveQuestions } from '../../forms/form-store.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { cleanRichText } from '../../../kernel/http/rich-text.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { orNotFound, definedOnly, idOf } from '../../../kernel/sql.ts';
import { selectKinds, selectPlainEvent, updateEvent, type EventChange } from '../events.queries.ts';
import { limitRate } from '../event-access.ts';
import { questionsOf, tidyTags } from '../events.rules.ts';
import { readerOf } from '../reader/event-reader.queries.ts';
import { scheduleFeedback, scheduleReminders } from './publishing.ts';
import * as queries from './setup.queries.ts';

/* Converts input about an event, except times, to columns. */

type Input = HandlerInput<typeof createEvent>;
type EventInput = {
  readonly [N in Exclude<keyof Input, 'dateStart' | 'dateEnd' | 'clientId' | 'isAllDay'>]?:
    | Input[N]
    | undefined;
};

const cleanDescription = (html: string): string => {
  const clean = cleanRichText(html);
  if (clean.text.length > limits.descriptionText)
    throw problem('invalid_input', {}, [
      { path: 'description', message: `at most ${limits.descriptionText} characters` },
    ]);
  return clean.text === '' ? '' : clean.html;
};

const instant = (text: string | null | undefined): Date | null | undefined =>
  typeof text === 'string' ? new Date(text) : text;

/** Returns the given columns. Undefined ones stay unchanged. */
export const columnsOf = (sent: EventInput): EventChange =>
  definedOnly({
    title: sent.title,
    description: sent.description === undefined ? undefined : cleanDescription(sent.description),
    location: sent.location,
    address: sent.address,
    room_id: typeof sent.room === 'string' ? idOf(sent.room) : sent.room,
    map_url: sent.mapUrl,
    online_url: sent.onlineUrl,
    online_opens_minutes: sent.onlineOpensMinutes,
    tags: sent.tags === undefined ? undefined : tidyTags(sent.tags),
    audience: sent.audience,
    member_tags: sent.memberTags,
    registration: sent.registration,
    opens_at: instant(sent.opensAt),
    closes_at: instant(sent.closesAt),
    closes_minutes: sent.closesMinutes,
    capacity: sent.capacity,
    guests_max: sent.guestsMax,
    needs_approval: sent.needsApproval,
    allows_maybe: sent.allowsMaybe,
    waitlist: sent.waitlist,
    offer_hours: sent.offerHours,
    attendees_for: sent.attendeesFor,
    is_template: sent.isTemplate,
    refund_hours: sent.refundHours,
    is_free:
      sent.ticketKinds === undefined
        ? undefined
        : sent.ticketKinds.every(({ price }) => price === null),
  });

/** Throws if the host doesn't have the audience, or registration closes before it opens. */
export const checkColumns = (
  host: { readonly club: number | null; readonly hub: number | null },
  { audience, opens, closes }: { audience: EventAudience; opens: Date | null; closes: Date | null },
): void => {
  if ((audience === 'members' && host.club === null) || (audience === 'hub' && host.hub === null))
    throw problem('event_audience', {}, [{ path: 'audience', message: 'event_audience' }]);
  if (opens !== null && closes !== null && opens >= closes) throw problem('event_times');
};

const saveKinds = async (
  call: Call,
  event: number,
  wanted: NonNullable<EventInput['ticketKinds']>,
): Promise<void> => {
  const { db, schoolId } = call;
  const stored = await selectKinds(db, event);
  const ids = wanted.flatMap(({ id }) => (id === undefined ? [] : [idOf(id)]));
  if (ids.some((id) => !stored.some((kind) => kind.id === id)))
    throw problem('ticket_kind_unknown');
  const gone = stored.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
  if (gone.length > 0 && !(await queries.deleteKinds(db, event, gone)))
    throw problem('ticket_kind_used');
  for (const [place, kind] of wanted.entries())
    await queries.upsertKind(db, schoolId, event, place, {
      id: kind.id === undefined ? null : idOf(kind.id),
      name: kind.name,
      description: kind.description,
      quota: kind.quota,
      access_code: kind.accessCode,
      is_hidden: kind.isHidden,
      price: kind.price?.amount ?? null,
      currency: kind.price?.currency ?? null,
      tax_basis_points: kind.price === null ? 0 : kind.taxBasisPoints,
      guests_max: kind.guestsMax,
      guest_price: kind.price === null ? null : kind.guestPrice,
    });
};

/** Stores a club event's data outside of its row, as far as given. The event is locked. */
export const saveParts = async (
  call: Call,
  event: number,
  sent: EventInput,
  club: number | null,
): Promise<void> => {
  const { db, schoolId, me } = call;
  const { visibility } = readerOf(call);
  if (sent.feedback !== undefined) {
    const survey = sent.feedback === null ? null : idOf(sent.feedback);
    if (survey !== null && !(await queries.isSurveyOf(db, survey, club)))
      throw problem('not_found');
    const before = orNotFound(await selectPlainEvent(db, event));
    await queries.updateSurvey(db, event, survey);
    // If there already was a survey, its request is scheduled and will ask the new one. The revision invalidates requests for a removed
    // survey, and also reminders.
    if (survey !== null && before.survey_id === null && before.status === 'published') {
      const revised = { ...before, survey_id: survey, revision: before.revision + 1 };
      await updateEvent(db, event, { revision: revised.revision }, call.now);
      await scheduleReminders(call, revised);
      await scheduleFeedback(call, revised);
    }
  }
  if (sent.hosts !== undefined)
    await queries.replaceHosts(db, schoolId, event, sent.hosts.map(idOf), visibility);
  // Unpublished events invite and ask when they are published.
  const isPublished = async () =>
    orNotFound(await selectPlainEvent(db, event)).status === 'published';
  if (sent.invited !== undefined) {
    const ids = sent.invited.map(idOf);
    const people = await queries.replaceInvitees(db, schoolId, event, ids, visibility);
    if (people.length > 0) await limitRate(call, 'invite', people.length);
    if (people.length > 0 && (await isPublished()))
      await emit(call, 'event_invited', { event, people, by: me.userId });
  }
  if (sent.cohosts !== undefined) {
    const ids = sent.cohosts.map(idOf);
    const clubs = await queries.replaceCohosts(db, schoolId, event, ids, readerOf(call));
    if (clubs.length > 0 && (await isPublished()))
      await emit(call, 'event_cohosts_asked', { event, clubs, by: me.userId });
  }
  // Only clubs sell tickets.
  if (club === null && sent.ticketKinds?.some(({ price }) => price !== null) === true)
    throw problem('ticket_kind_paid');
  if (sent.ticketKinds !== undefined) await saveKinds(call, event, sent.ticketKinds);
  if (sent.questions !== undefined) {
    const form = await selectForm(db, questionsOf(event));
    if (form !== undefined || sent.questions.questions.length > 0) {
      if (form !== undefined) await lockForm(db, questionsOf(event));
      await saveQuestions(call, questionsOf(event), {
        version: form?.version ?? 0,
        definition: sent.questions,
      });
    }
  }
};
