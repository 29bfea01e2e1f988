import { messageMax } from '#contract/chat/limits.ts';
import { visibleText } from '#contract/visible-text.ts';
import { personId } from '../../../kernel/ids.ts';
import { problem } from '../../../kernel/http/problem.ts';

/** Normalizes a message for storage: NFC, without invisible characters or surrounding whitespace. */
export const cleanText = (text: string): string => {
  const clean = visibleText(text.replace(/\r\n?|\u2028|\u2029/g, '\n').normalize('NFC'));
  // Some letters are longer in NFC.
  if (clean.length > messageMax)
    throw problem('invalid_input', {}, [
      { path: 'text', message: `at most ${messageMax} characters` },
    ]);
  return clean;
};

/** Normalizes the name of a group to one line of plain text. */
export const cleanLine = (text: string): string =>
  visibleText(text.normalize('NFC').replace(/\s+/g, ' '));

const mention = /@\[(\d{1,16})\]/g;
const mentionsMax = 50;

/** Returns the ids that a text mentions. The database checks whether they are participants. */
export const mentionedIn = (text: string): number[] =>
  [...new Set([...text.matchAll(mention)].flatMap(([, uid = '']) => personId(uid) ?? []))].slice(
    0,
    mentionsMax,
  );

/** Returns an emoji in its fully qualified form (UTS 51), or null for anything else. */
export const asEmoji = (text: string): string | null => {
  for (const form of [text, `${text}\ufe0f`]) if (/^\p{RGI_Emoji}$/v.test(form)) return form;
  return null;
};
