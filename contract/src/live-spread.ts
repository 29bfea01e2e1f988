import { z } from 'zod';

/** Period in milliseconds over which clients spread the requests that an event causes. The hub sets it by the number of recipients. */
export const spreadMs = z.int().min(0);
