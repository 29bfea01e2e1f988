import { messageMax } from '#contract/chat/limits.ts';
import { personId } from '../../../kernel/ids.ts';
import { problem } from '../../../kernel/http/problem.ts';

// Signs that steer a terminal or turn the writing around it. Newlines and tabs stay; so do the joiners of emoji and of Arabic,
// Persian and Indic writing (200c, 200d), and the marks of direction (200e, 200f), without which such text reads wrong.
const unwanted =
  // eslint-disable-next-line no-control-regex -- these are what it is about.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** What somebody typed, as it is kept: one form of each letter (NFC), no signs that steer, no space around it. */
export const cleanText = (text: string): string => {
  const clean = text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(unwanted, '')
    .normalize('NFC')
    .trim();
  // Some letters are longer in that form.
  if (clean.length > messageMax)
    throw problem('invalid_input', {}, [
      { path: 'text', message: `at most ${messageMax} characters` },
    ]);
  return clean;
};

/** A name somebody gave to a group, as it is kept: one line of plain words. */
export const cleanLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(unwanted, '').normalize('NFC').trim();

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
