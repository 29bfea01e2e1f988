import type { Face } from '#contract/people/endpoints.ts';
import { nameOf } from '../people/person.ts';

/*
 * Mentions while one writes. People see and type names; what is sent and kept says `@[uid]`, of clubs `@[club:id]`. A name that was chosen is turned
 * back into the person it meant; a name that was typed by hand means nobody.
 */

/** People who were chosen, by the name that stands in the text. */
export type Chosen = ReadonlyMap<string, string>;

/** The text as it is sent. */
export const toSent = (text: string, chosen: Chosen): string => {
  let sent = text;
  // Longer names first: one may begin with another.
  for (const [name, uid] of [...chosen].toSorted(([a], [b]) => b.length - a.length))
    sent = sent.replaceAll(`@${name}`, `@[${uid}]`);
  return sent;
};

/** The text as it is written, and whom its names mean. */
export const toWritten = (
  sent: string,
  people: ReadonlyMap<string, Face>,
): { text: string; chosen: Chosen } => {
  const chosen = new Map<string, string>();
  const text = sent.replace(/@\[((?:club:)?\d{1,16})\]/g, (whole, uid: string) => {
    const person = people.get(uid);
    if (person === undefined) return whole;
    chosen.set(nameOf(person), uid);
    return `@${nameOf(person)}`;
  });
  return { text, chosen };
};

/** What is being typed after an @ at the caret; null where no name is being typed. */
export const askedName = (text: string, caret: number): { from: number; words: string } | null => {
  const found = /(?:^|[\s(])@([\p{L}\p{M}\p{N}'’.-]{0,30}(?: [\p{L}\p{M}\p{N}'’.-]{0,30})?)$/u.exec(
    text.slice(0, caret),
  );
  if (found === null) return null;
  const words = found[1] ?? '';
  return { from: caret - words.length - 1, words };
};
