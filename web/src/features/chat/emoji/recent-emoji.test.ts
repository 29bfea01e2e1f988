import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  localStorage.clear();
  vi.resetModules();
});

const load = () => import('./recent-emoji.ts');

test('recent emoji come first without duplicates and survive a reload', async () => {
  const { notePicked, recentEmoji } = await load();
  expect(recentEmoji.get()[0]).toBe('👍');
  notePicked('🦊');
  notePicked('🎉');
  notePicked('🦊');
  expect(recentEmoji.get().slice(0, 3)).toEqual(['🦊', '🎉', '👍']);
  vi.resetModules();
  const again = await load();
  expect(again.recentEmoji.get().slice(0, 2)).toEqual(['🦊', '🎉']);
});

test('a skin tone applies to each person in an emoji, and only to people', async () => {
  const { inTone } = await load();
  expect(inTone('👋', '🏽')).toBe('👋🏽');
  expect(inTone('☝️', '🏿')).toBe('☝🏿');
  expect(inTone('🧑‍🎓', '🏻')).toBe('🧑🏻‍🎓');
  expect(inTone('🧑‍🤝‍🧑', '🏾')).toBe('🧑🏾‍🤝‍🧑🏾');
  expect(inTone('🎉', '🏾')).toBe('🎉');
  for (const emoji of ['👋', '🧑‍🎓', '🧑‍🤝‍🧑', '🤝'])
    expect(inTone(emoji, '🏾')).toMatch(/^\p{RGI_Emoji}$/v);
});
