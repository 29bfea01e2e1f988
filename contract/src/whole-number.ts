import { z } from 'zod';

/** Maximum of PostgreSQL's type `integer`. */
export const wholeNumberMax = 2_147_483_647;
/** A count, version or position in a body: 0 to 2,147,483,647. */
export const wholeNumber = z.number().int().min(0).max(wholeNumberMax);
/** A whole number in an address, where numbers are text. */
export const wholeNumberText = z.coerce.number().int().min(0).max(wholeNumberMax);
