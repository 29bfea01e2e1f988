/** A name inside of a sentence, in its own direction: marks around it keep the words of the other direction where they are. */
export const apart = (name: string): string => `\u2068${name}\u2069`;
