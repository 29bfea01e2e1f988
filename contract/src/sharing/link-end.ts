/** Signs that end a sentence, not an address. */
const ofSentence = new Set('.,;:!?…\'"*_~]}');

/**
 * Where an address that begins at 0 ends, in a text without white space: before the signs that end a sentence around it, and
 * before closing brackets that nothing in it has opened. Looks at each character once or twice, whatever the text is.
 */
export const linkEnd = (text: string): number => {
  let end = text.length;
  while (end > 0 && ofSentence.has(text.charAt(end - 1))) end -= 1;
  let open = 0;
  for (let at = 0; at < end; at += 1) open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
  for (; open < 0 && text[end - 1] === ')'; open += 1) end -= 1;
  return end;
};
