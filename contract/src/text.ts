import { z } from 'zod';
import { visibleText } from './visible-text.ts';

/**
 * Text that people write for people, such as a name, title, message, or reason. It is stored as `visibleText` returns it, so
 * `min(1)` rejects text without visible characters. Use this for every such field; codes, addresses, and secrets can use it too.
 */
export const text = (): z.ZodString => z.string().overwrite(visibleText);
