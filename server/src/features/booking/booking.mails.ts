import { greetingFor, languageFor, type Language } from '../../kernel/outbound/languages.ts';
import { escapeHtml } from '../../kernel/http/escape-html.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { Message } from '../../kernel/outbound/mail.ts';
import type { Tokens } from '../../kernel/security/tokens.ts';
import { writeIcs } from '../../kernel/time/ics-writing.ts';
import { localText } from '../../kernel/time/local-time.ts';
import { icsUid } from '../calendar/ics-files.ts';
import { calendarIdOf, type BookingRow } from './booking.queries.ts';
import type { AddresseeRow } from '../notifications/recipients/addressees.queries.ts';
import type { BookingAct } from './changing.ts';
import { momentText, zoneFor } from '../notifications/recipients/moment.ts';

interface MailTexts {
  readonly subject: Readonly<Record<BookingAct | 'asked', (what: string, when: string) => string>>;
  readonly lead: Readonly<Record<BookingAct | 'asked', (who: string, what: string) => string>>;
  readonly own: Readonly<Record<BookingAct | 'asked', (who: string, what: string) => string>>;
  readonly when: string;
  readonly where: string;
  readonly reason: string;
  readonly open: string;
  /** The name for a deleted account. */
  readonly somebody: string;
}

const texts: Readonly<Record<Language, MailTexts>> = {
  en: {
    subject: {
      made: (what, when) => `Booked: ${what}, ${when}`,
      asked: (what, when) => `Requested: ${what}, ${when}`,
      confirmed: (what, when) => `Confirmed: ${what}, ${when}`,
      moved: (what, when) => `Moved: ${what}, now ${when}`,
      canceled: (what, when) => `Canceled: ${what}, ${when}`,
    },
    lead: {
      made: (who, what) => `${who} booked “${what}” with you.`,
      asked: (who, what) => `${who} asked for “${what}” with you. Confirm or cancel it.`,
      confirmed: (who, what) => `${who} confirmed “${what}”.`,
      moved: (who, what) => `${who} moved “${what}”.`,
      canceled: (who, what) => `${who} canceled “${what}”.`,
    },
    own: {
      made: (who, what) => `You booked “${what}” with ${who}.`,
      asked: (who, what) => `You asked for “${what}” with ${who}. It still has to be confirmed.`,
      confirmed: (who, what) => `You confirmed “${what}” with ${who}.`,
      moved: (who, what) => `You moved “${what}” with ${who}.`,
      canceled: (who, what) => `You canceled “${what}” with ${who}.`,
    },
    when: 'When',
    where: 'Where',
    reason: 'Reason',
    open: 'Your meetings',
    somebody: 'Someone',
  },
  de: {
    subject: {
      made: (what, when) => `Gebucht: ${what}, ${when}`,
      asked: (what, when) => `Angefragt: ${what}, ${when}`,
      confirmed: (what, when) => `Bestätigt: ${what}, ${when}`,
      moved: (what, when) => `Verschoben: ${what}, jetzt ${when}`,
      canceled: (what, when) => `Abgesagt: ${what}, ${when}`,
    },
    lead: {
      made: (who, what) => `${who} hat „${what}“ bei dir gebucht.`,
      asked: (who, what) =>
        `${who} hat „${what}“ bei dir angefragt. Bestätige den Termin oder sag ab.`,
      confirmed: (who, what) => `${who} hat „${what}“ bestätigt.`,
      moved: (who, what) => `${who} hat „${what}“ verschoben.`,
      canceled: (who, what) => `${who} hat „${what}“ abgesagt.`,
    },
    own: {
      made: (who, what) => `Du hast „${what}“ bei ${who} gebucht.`,
      asked: (who, what) =>
        `Du hast „${what}“ bei ${who} angefragt. Die Bestätigung steht noch aus.`,
      confirmed: (who, what) => `Du hast „${what}“ mit ${who} bestätigt.`,
      moved: (who, what) => `Du hast „${what}“ mit ${who} verschoben.`,
      canceled: (who, what) => `Du hast „${what}“ mit ${who} abgesagt.`,
    },
    when: 'Wann',
    where: 'Wo',
    reason: 'Grund',
    open: 'Deine Termine',
    somebody: 'Jemand',
  },
  ar: {
    subject: {
      made: (what, when) => `تم الحجز: ${what}، ${when}`,
      asked: (what, when) => `طلب موعد: ${what}، ${when}`,
      confirmed: (what, when) => `تم التأكيد: ${what}، ${when}`,
      moved: (what, when) => `تغيّر الموعد: ${what}، الآن ${when}`,
      canceled: (what, when) => `أُلغي: ${what}، ${when}`,
    },
    lead: {
      made: (who, what) => `حجز معك ${who}: «${what}».`,
      asked: (who, what) => `طلب منك ${who} موعد «${what}». أكّد الموعد أو ألغه.`,
      confirmed: (who, what) => `أكّد ${who} موعد «${what}».`,
      moved: (who, what) => `غيّر ${who} موعد «${what}».`,
      canceled: (who, what) => `ألغى ${who} موعد «${what}».`,
    },
    own: {
      made: (who, what) => `حجزت «${what}» مع ${who}.`,
      asked: (who, what) => `طلبت «${what}» مع ${who}. ما زال الموعد بانتظار التأكيد.`,
      confirmed: (who, what) => `أكّدت «${what}» مع ${who}.`,
      moved: (who, what) => `غيّرت موعد «${what}» مع ${who}.`,
      canceled: (who, what) => `ألغيت «${what}» مع ${who}.`,
    },
    when: 'الموعد',
    where: 'المكان',
    reason: 'السبب',
    open: 'مواعيدك',
    somebody: 'شخص ما',
  },
};

const nameOf = ({
  first_name: first,
  last_name: last,
}: {
  first_name: string;
  last_name: string;
}) => `${first} ${last}`.trim();

/**
 * Returns an email about a meeting for one of its two sides, with an invitation or a cancellation for their calendar. It contains only the
 * recipient's own address, because people choose who can see theirs.
 */
export const bookingMail = ({
  school,
  tokens,
  origin,
  booking,
  to,
  act,
  by,
}: {
  readonly school: {
    readonly school_id: SchoolId;
    readonly name: string;
    readonly code: string;
    readonly locale: string;
  };
  readonly tokens: Pick<Tokens, 'addressSignature'>;
  readonly origin: string;
  readonly booking: BookingRow;
  readonly to: AddresseeRow & { readonly email: string };
  readonly act: BookingAct;
  readonly by: number;
}): Message => {
  const isHost = to.id === booking.host_id;
  const other = isHost ? booking.booker : booking.host;
  const locale = to.locale ?? school.locale;
  const language = languageFor(locale);
  const words = texts[language];
  const otherName = nameOf(other) || words.somebody;
  const zone = zoneFor(to, booking);
  const when = momentText(booking.starts_at, locale, zone);
  const what = booking.kind_name;
  const key = act === 'made' && booking.status === 'requested' ? 'asked' : act;
  const isCanceled = booking.status === 'canceled';
  const showsLink = booking.link !== '' && (isHost || booking.status === 'confirmed');
  const where = [booking.location, showsLink ? booking.link : ''].filter((one) => one !== '');
  const lines = [
    (by === to.id ? words.own : words.lead)[key](otherName, what),
    [
      `${words.when}: ${when}`,
      ...(where.length > 0 && !isCanceled ? [`${words.where}: ${where.join(', ')}`] : []),
      ...(isCanceled && booking.reason !== '' ? [`${words.reason}: ${booking.reason}`] : []),
    ].join('\n'),
    `${words.open}: ${origin}/bookings`,
  ];
  const text = [greetingFor(language, to.first_name), ...lines].join('\n\n');
  const host = URL.canParse(origin) ? new URL(origin).hostname : `${school.code}.invalid`;
  const method = isCanceled ? 'CANCEL' : 'REQUEST';
  const ics = writeIcs({
    method,
    entries: [
      {
        uid: icsUid(tokens, school.school_id, {
          kind: 'booking',
          id: calendarIdOf(booking, to.id),
        }),
        sequence: booking.revision,
        changedAt: booking.updated_at.getTime(),
        isCanceled,
        isTentative: booking.status === 'requested',
        summary: `${what}: ${otherName}`,
        ...(where.length > 0 && { location: where.join(', ') }),
        url: `${origin}/bookings`,
        organizer: { name: nameOf(booking.host) || school.name, email: `no-reply@${host}` },
        attendees: [{ name: nameOf(to), email: to.email }],
        series: {
          start: localText(booking.starts_at.getTime()),
          zone: 'UTC',
          length: Math.round((booking.ends_at.getTime() - booking.starts_at.getTime()) / 60_000),
          rule: null,
          exceptions: [],
          overrides: {},
        },
      },
    ],
  });
  const dir = languageFor(locale) === 'ar' ? 'rtl' : 'ltr';
  return {
    to: to.email,
    fromName: school.name,
    subject: words.subject[key](what, when),
    text,
    html: `<div dir="${dir}">${text
      .split('\n\n')
      .map((part) => `<p dir="auto">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
      .join('')}</div>`,
    calendar: { method, content: ics },
  };
};
