import { messageMax } from '#contract/chat/limits.ts';
import { visibleText } from '#contract/visible-text.ts';
import { personId } from '../../../kernel/ids.ts';
import { problem } from '../../../kernel/http/problem.ts';

/** Normalizes a message for storage: NFC, without invisible characters or surrounding whitespace. */
export const cleanText = (text: string): string => {
  const clean = visibleText(text.replace(/\r\n?|\u2028|\u2029/g, '\n').normalize('NFC'));
  // Some letters are longer in that form.
  if (clean.length > messageMax)
    throw problem('invalid_input', {}, [
      { path: 'text', message: `at most ${messageMax} characters` },
    ]);
  return clean;
};

/** A name somebody gave to a group, as it is kept: one line of plain words. */
export const cleanLine = (text: string): string =>
  visibleText(text.normalize('NFC').replace(/\s+/g, ' '));

const mention = /@\[(\d{1,16})\]/g;
/** People a message may mention at most; more is no address but a shout. */
const mentionsMax = 50;

/** Database ids that a text mentions. Whether they are in the conversation the database knows. */
export const mentionedIn = (text: string): number[] =>
  [...new Set([...text.matchAll(mention)].flatMap(([, uid = '']) => personId(uid) ?? []))].slice(
    0,
    mentionsMax,
  );

/** One emoji as it is drawn (UTS 51), with the sign that asks for the coloured form; null for anything else. */
export const asEmoji = (text: string): string | null => {
  for (const form of [text, `${text}\ufe0f`]) if (/^\p{RGI_Emoji}$/v.test(form)) return form;
  return null;
};
