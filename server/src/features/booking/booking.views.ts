import type {
  Booking,
  BookingKind,
  BookingOffer,
  BookingSlot,
} from '#contract/booking/endpoints.ts';
import { bookingLimits as limits } from '#contract/booking/limits.ts';
import type { FieldRules } from '#contract/people/audiences.ts';
import { instantText } from '../../kernel/time/local-time.ts';
import { faceView } from '../people/people.views.ts';
import { audienceOf, isSeenBy } from '../people/privacy/privacy.rules.ts';
import type { BookingRow, HostRow, KindRow, OfferRow } from './booking.queries.ts';
import { canChange, type Span } from './booking.rules.ts';

/** Includes the work title only if the person's settings and the school's rules show it to everyone at school. */
export const hostView = (row: HostRow, rules: FieldRules) => ({
  ...faceView(row),
  title: isSeenBy('stranger', audienceOf(rules, 'work', row, false))
    ? (row.work_title ?? row.account_type)
    : row.account_type,
  isAdviser: row.is_advisor,
});

export const kindView = (row: KindRow): BookingKind => ({
  id: String(row.id),
  name: row.name,
  minutes: row.minutes,
  place: row.location,
  isOnline: row.link !== '',
  questions: row.questions,
  groupSize: row.group_size,
  needsConfirmation: row.needs_confirmation,
});

/** A slot is identified by its start. */
export const slotView = (
  { from, to, left }: Span & { readonly left: number },
  timeZone: string,
  conflict: BookingSlot['conflict'],
): BookingSlot => ({
  slot: instantText(from),
  dateStart: instantText(from),
  dateEnd: instantText(to),
  timeZone,
  left,
  conflict,
});

export const bookingView = (row: BookingRow, me: number, now: Date): Booking => {
  const isHost = row.host_id === me;
  const isAlive = row.status !== 'canceled' && canChange(row, me, now);
  return {
    id: String(row.id),
    side: isHost ? 'hosted' : 'booked',
    person: faceView(isHost ? row.booker : row.host),
    title: row.kind_name,
    kind: String(row.type_id),
    dateStart: row.starts_at.toISOString(),
    dateEnd: row.ends_at.toISOString(),
    timeZone: row.time_zone,
    place: row.location,
    link: row.status === 'confirmed' || isHost ? row.link : '',
    status: row.status,
    answers: row.questions.flatMap(({ id, label }) => {
      const answer = row.answers[id];
      return answer === undefined ? [] : [{ question: label, answer }];
    }),
    reason: row.reason,
    isCanceledByMe: row.canceled_by === me,
    can: {
      cancel: isAlive,
      move: isAlive,
      confirm: isHost && row.status === 'requested' && row.starts_at > now,
    },
  };
};

/** Returns the address of a person's booking page. */
export const bookingUrl = (uid: number | string): string => `/booking?uid=${uid}`;

/** Converts a person's offer for editing. Without a saved one, it has a week of typical hours. */
export const offerView = (row: OfferRow | undefined, me: number, offer: boolean): BookingOffer => ({
  isOpen: row?.is_open ?? false,
  timeZone: row?.time_zone ?? 'UTC',
  note: row?.note ?? '',
  hours: [...(row?.hours ?? [])],
  exceptions: (row?.exceptions ?? []).map(({ date, hours }) => ({ date, hours: [...hours] })),
  noticeMinutes: row?.notice_minutes ?? 120,
  cancelMinutes: row?.cancel_minutes ?? 120,
  daysAhead: row?.days_ahead ?? 60,
  dailyLimit: row?.daily_limit ?? null,
  bufferBefore: row?.buffer_before ?? 0,
  bufferAfter: row?.buffer_after ?? 0,
  waitHours: row === undefined ? limits.waitHours : row.wait_hours,
  version: row?.version ?? 0,
  kinds: (row?.kinds ?? []).map((kind) => ({
    id: String(kind.id),
    name: kind.name,
    minutes: kind.minutes,
    place: kind.location,
    link: kind.link,
    questions: kind.questions,
    groupSize: kind.group_size,
    needsConfirmation: kind.needs_confirmation,
  })),
  url: bookingUrl(me),
  can: { offer },
});
