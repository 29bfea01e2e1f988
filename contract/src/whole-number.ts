import { z } from 'zod';

/** The largest number that a column of PostgreSQL's type `integer` holds. */
export const wholeNumberMax = 2_147_483_647;
/** A count, version or place in a body: 0 to 2,147,483,647. */
export const wholeNumber = z.number().int().min(0).max(wholeNumberMax);
/** The same in an address, where numbers are text. */
export const wholeNumberText = z.coerce.number().int().min(0).max(wholeNumberMax);
