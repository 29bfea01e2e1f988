import type { Face } from '#contract/people/endpoints.ts';
import { nameOf } from '../people/person.ts';

/*
 * Mentions in a text field. Users see and type names, while the sent text contains `@[uid]`, or `@[club:id]` for clubs. Only
 * selected names become mentions; typed names stay plain text.
 */

/** The selected people by their name in the text. */
export type ChosenMentions = ReadonlyMap<string, string>;

/** Returns the text to send. */
export const toSent = (text: string, chosen: ChosenMentions): string => {
  let sent = text;
  // Longer names first, because one name may be the beginning of another.
  for (const [name, uid] of [...chosen].toSorted(([a], [b]) => b.length - a.length))
    sent = sent.replaceAll(`@${name}`, `@[${uid}]`);
  return sent;
};

/** Returns the text for the field, and the people its names refer to. */
export const toWritten = (
  sent: string,
  people: ReadonlyMap<string, Face>,
): { text: string; chosen: ChosenMentions } => {
  const chosen = new Map<string, string>();
  const text = sent.replace(/@\[((?:club:)?\d{1,16})\]/g, (whole, uid: string) => {
    const person = people.get(uid);
    if (person === undefined) return whole;
    chosen.set(nameOf(person), uid);
    return `@${nameOf(person)}`;
  });
  return { text, chosen };
};

/** Returns the name being typed after an @ at the caret, or null. */
export const typedName = (text: string, caret: number): { from: number; words: string } | null => {
  const found = /(?:^|[\s(])@([\p{L}\p{M}\p{N}'’.-]{0,30}(?: [\p{L}\p{M}\p{N}'’.-]{0,30})?)$/u.exec(
    text.slice(0, caret),
  );
  if (found === null) return null;
  const words = found[1] ?? '';
  return { from: caret - words.length - 1, words };
};
