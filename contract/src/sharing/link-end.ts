/** Punctuation that ends a sentence, not an address. */
const ofSentence = new Set('.,;:!?…\'"*_~]}');

/**
 * Returns the end of an address that starts at 0, in a text without whitespace: before punctuation that ends the surrounding
 * sentence, and before closing brackets without an opening one. Reads each character at most twice, whatever the text is.
 */
export const linkEnd = (text: string): number => {
  let end = text.length;
  while (end > 0 && ofSentence.has(text.charAt(end - 1))) end -= 1;
  let open = 0;
  for (let at = 0; at < end; at += 1) open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
  for (; open < 0 && text[end - 1] === ')'; open += 1) end -= 1;
  return end;
};
