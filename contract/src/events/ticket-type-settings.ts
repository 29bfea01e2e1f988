import { z } from 'zod';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { eventLimits as limits } from './limits.ts';

const count = z.number().int();

/** A ticket type as managers of an event send it. */
export const wantedKind = z.strictObject({
  id: z
    .string()
    .max(40)
    .optional()
    .describe('ID of an existing ticket type. Omit it for a new one.'),
  name: text().min(1).max(limits.ticketName),
  description: text().max(limits.ticketDescription).default(''),
  quota: count
    .min(0)
    .max(limits.capacity)
    .nullable()
    .default(null)
    .describe('Maximum number of tickets, or null for no limit.'),
  accessCode: text()
    .min(1)
    .max(limits.accessCode)
    .nullable()
    .default(null)
    .describe('Access code, or null if none is needed.'),
  isHidden: z
    .boolean()
    .default(false)
    .describe('True if the ticket type is shown only with its access code.'),
  price: z
    .strictObject({
      amount: count.min(1).max(limits.price).describe('Amount in minor units (cents).'),
      currency: z.string().regex(/^[A-Z]{3}$/),
    })
    .nullable()
    .default(null),
  taxBasisPoints: count
    .min(0)
    .max(10_000)
    .default(0)
    .describe('Tax included in the prices, in basis points (hundredths of a percent).'),
  guestsMax: count
    .min(0)
    .max(limits.guests)
    .nullable()
    .default(null)
    .describe('Maximum guests per registration. Null for the event’s `guestsMax`.'),
  guestPrice: count
    .min(0)
    .max(limits.price)
    .nullable()
    .default(null)
    .describe(
      'Price per guest in minor units, in the currency of `price`. Null if guests pay `price`.',
    ),
});
schemaNames.add(wantedKind, { id: 'TicketTypeSettings' });
