import all from 'messages:en';
import { addEnglish, type MessageKey } from '../lib/messages.ts';

addEnglish(all);

/** All English messages, which every test has from the start. Those without placeholders are strings. */
export const english = all as Readonly<Record<MessageKey, string>>;
