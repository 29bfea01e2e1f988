import { findIanaZone } from '../../kernel/time/zones.ts';
import type { AddresseeRow, BookingRow } from './booking.queries.ts';

/** Formats a time in a person's language, with the zone. */
export const momentText = (at: Date, locale: string, zone: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(at);

/** Returns a person's time zone: their own setting, or the host's. */
export const zoneFor = (
  person: Pick<AddresseeRow, 'zone'>,
  booking: Pick<BookingRow, 'time_zone'>,
): string =>
  (person.zone === null ? undefined : findIanaZone(person.zone)?.name) ?? booking.time_zone;
