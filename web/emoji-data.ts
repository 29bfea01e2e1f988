import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** An emoji of emojibase-data with the fields that the picker needs. */
interface Emoji {
  readonly unicode?: string;
  readonly emoji?: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
  readonly order?: number;
  readonly version: number;
  readonly skins?: readonly unknown[];
}

const prefix = '\0emoji:';
/** Skips parts of emoji, such as skin tones, because people don't search for them. */
const components = 2;
/** Most phones show newer emoji as empty boxes. */
const newest = 15.1;

const isEmoji = (text: string) => /^\p{RGI_Emoji}$/v.test(text);
/** The data has a variation selector after every emoji, but Unicode recommends some without, such as the thumbs. */
const recommended = (emoji: string) => (isEmoji(emoji) ? emoji : emoji.replaceAll('\uFE0F', ''));

const packageFolder = resolve(import.meta.dirname, '../node_modules/emojibase-data');

/** Returns the emoji of a language in order: group, emoji, name, search words, and 1 if it has skin tones. */
const rowsOf = (language: string) =>
  (JSON.parse(readFileSync(`${packageFolder}/${language}/data.json`, 'utf8')) as Emoji[])
    .flatMap(({ emoji: styled = '', label, tags = [], group, order = 0, version, skins }) => {
      const emoji = recommended(styled);
      if (group === undefined || group === components || version > newest || !isEmoji(emoji))
        return [];
      return [{ order, row: [group, emoji, label, tags.join(' '), skins === undefined ? 0 : 1] }];
    })
    .toSorted((a, b) => a.order - b.order)
    .map(({ row }) => row);

/**
 * `import rows from 'emoji:en'` contains the emoji with their names and search words in a language that emojibase-data has,
 * without the fields that the picker doesn't need.
 */
export const emojiData = (): Plugin => ({
  name: 'emoji-data',
  resolveId: {
    filter: { id: /^emoji:/ },
    handler: (id) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0emoji:/ },
    handler: (id) =>
      `export default JSON.parse(${JSON.stringify(JSON.stringify(rowsOf(id.slice(prefix.length))))});`,
  },
});
