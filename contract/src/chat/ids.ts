import { z } from 'zod';
import { wholeNumberText } from '../whole-number.ts';

/** A conversation's or file's id. */
export const chatId = z.string().regex(/^[1-9]\d{0,15}$/);
/** Chosen by the client for each thing it makes, a UUID; sending it again is harmless for ever. */
export const clientId = z.uuid();
/** The number of a message or a change in its conversation. */
export const chatNumber = wholeNumberText;
export const ofConversation = z.strictObject({ conversation: chatId });
