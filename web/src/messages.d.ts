/**
 * The messages with such keys from all files of a language: `import words from 'messages:en/error.*'`
 * (web/compile-messages.ts).
 */
declare module 'messages:*' {
  const messages: import('./lib/messages.ts').Translation;
  export default messages;
}

/** The emoji of a language: group, emoji, name, search words, and 1 if it has skin tones (web/emoji-data.ts). */
declare module 'emoji:*' {
  const rows: readonly (readonly [
    group: number,
    emoji: string,
    name: string,
    words: string,
    hasTones: 0 | 1,
  ])[];
  export default rows;
}
