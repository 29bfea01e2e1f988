import all from 'messages:en';
import { addEnglish, type MessageKey } from '../lib/messages.ts';

addEnglish(all);

/** All English, which every test has from the start; those without placeholders are texts. */
export const english = all as Readonly<Record<MessageKey, string>>;
