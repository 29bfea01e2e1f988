import { findIanaZone } from '../../kernel/time/zones.ts';
import type { AddresseeRow, BookingRow } from './booking.queries.ts';

/** A moment as somebody reads it, with the zone. */
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

/** The zone of somebody: what they have chosen, else that of the host. */
export const zoneFor = (
  person: Pick<AddresseeRow, 'time_zone'>,
  booking: Pick<BookingRow, 'time_zone'>,
): string =>
  (person.time_zone === null ? undefined : findIanaZone(person.time_zone)?.name) ??
  booking.time_zone;
