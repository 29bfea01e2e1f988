/**
 * The messages with such keys from all files of a language: `import words from 'messages:en/error.*'`
 * (web/compile-messages.ts).
 */
declare module 'messages:*' {
  const messages: import('./lib/messages.ts').Translation;
  export default messages;
}
