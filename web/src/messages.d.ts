/** What all files of a language have under such keys: `import words from 'messages:en/error.*'` (web/compile-messages.ts). */
declare module 'messages:*' {
  const messages: import('./lib/messages.ts').Translation;
  export default messages;
}
