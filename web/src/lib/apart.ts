/** Isolates a name within a sentence, so that a different writing direction doesn't reorder the text around it. */
export const isolate = (name: string): string => `\u2068${name}\u2069`;
