import { z } from 'zod';
import { visibleText } from './visible-text.ts';

/**
 * A text that people write for people: a name, title, message, reason. It is kept as `visibleText` leaves it, so `min(1)`
 * refuses one of which nothing can be seen. Every such field is made with this; codes, addresses and secrets may be too.
 */
export const text = (): z.ZodString => z.string().overwrite(visibleText);
