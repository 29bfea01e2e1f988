import { findIanaZone } from '../../../kernel/time/zones.ts';
import type { AddresseeRow } from './addressees.queries.ts';

/** Formats an instant in a person's locale, with the time zone. */
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

/** Returns a person's time zone, or that of the item if they haven't set one. */
export const zoneFor = (
  person: Pick<AddresseeRow, 'time_zone'>,
  item: { readonly time_zone: string },
): string =>
  (person.time_zone === null ? undefined : findIanaZone(person.time_zone)?.name) ?? item.time_zone;
