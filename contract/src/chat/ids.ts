import { z } from 'zod';
import { wholeNumberText } from '../whole-number.ts';

/** ID of a conversation or file. */
export const chatId = z.string().regex(/^[1-9]\d{0,15}$/);
/** A UUID that the client chooses for each thing it creates. Sending it again is always safe. */
export const clientId = z.uuid();
/** Number of a message or change in its conversation. */
export const chatNumber = wholeNumberText;
export const ofConversation = z.strictObject({ conversation: chatId });
