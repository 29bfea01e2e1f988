import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { messageFiles, readMessages } from './message-files.ts';

const compiled = (messages: Iterable<readonly [key: string, message: string]>): string =>
  JSON.stringify(Object.fromEntries([...messages].map(([key, text]) => [key, compile(text)])));

const isLike = (key: string, pattern: string): boolean => {
  const [start = '', end = ''] = pattern.split('*');
  return key.startsWith(start) && key.endsWith(end);
};

const prefix = '\0messages:';

/**
 * Compiles `messages/<language>.json` to the format of `icu-minify/format`, so that browsers don't load a parser. `import
 * words from 'messages:en/error.*'` contains the messages with such keys from all files of a language.
 */
export const compiledMessages = (): Plugin => ({
  name: 'compiled-messages',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^messages:/ },
    handler: (id) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0messages:/ },
    handler(id) {
      const [language = '', pattern = ''] = id.slice(prefix.length).split('/');
      for (const file of messageFiles(language)) this.addWatchFile(file);
      const words = [...readMessages(language)].filter(([key]) => isLike(key, pattern));
      return `export default ${compiled(words)};`;
    },
  },
  transform: {
    filter: { id: /\/messages\/\w+\.json$/ },
    handler: (text) => compiled(Object.entries(JSON.parse(text) as Record<string, string>)),
  },
});
