import { createStore } from '../../../lib/store.ts';
import { readStored, writeStored } from '../../../lib/stored.ts';

/* The emoji that the user picked last, and their skin tone, stored in this browser. */

const recentKey = 'emoji-recent';
const toneKey = 'emoji-tone';
const kept = 24;

/** Shown until the user has picked others. */
const common = ['👍', '❤️', '😂', '🎉', '🙏', '👀', '🔥', '💯', '✅', '😢', '😮', '👏'];

/** The skin tones of Unicode. Empty: the default yellow. */
export const tones = ['', '🏻', '🏼', '🏽', '🏾', '🏿'] as const;
export type Tone = (typeof tones)[number];

const readRecent = (): readonly string[] => {
  const stored = (readStored(recentKey) ?? '').split(' ').filter((one) => one !== '');
  return [...new Set([...stored, ...common])].slice(0, kept);
};

/** The emoji that the user picked, latest first, followed by common ones. */
export const recentEmoji = createStore(readRecent());

export const emojiTone = createStore<Tone>(
  tones.find((tone) => tone === readStored(toneKey)) ?? '',
);

export const notePicked = (emoji: string): void => {
  const next = [emoji, ...recentEmoji.get().filter((one) => one !== emoji)].slice(0, kept);
  recentEmoji.set(next);
  writeStored(recentKey, next.join(' '));
};

export const chooseTone = (tone: Tone): void => {
  emojiTone.set(tone);
  writeStored(toneKey, tone === '' ? null : tone);
};

/** Returns an emoji in a skin tone. Each person in it gets the tone, but not the handshake between them. */
export const inTone = (emoji: string, tone: Tone): string =>
  tone === ''
    ? emoji
    : emoji.replace(/(?<!\u200D)🤝|(?!🤝)\p{Emoji_Modifier_Base}\uFE0F?/gu, (person) =>
        person.replace('\uFE0F', '').concat(tone),
      );
