import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { resetStage, stage } from '../../../testing/stage.tsx';
import { EmojiPicker } from './emoji-picker.tsx';
import { chooseTone } from './recent-emoji.ts';

afterEach(() => {
  chooseTone('');
  localStorage.clear();
  resetStage();
});

test('[CHAT-04] users find emoji by name, pick them with the keyboard and keep their skin tone', async () => {
  const picked: string[] = [];
  await stage(<EmojiPicker onPick={(emoji) => picked.push(emoji)} />);
  const field = screen.getByRole('searchbox', { name: 'Search emoji' });
  fireEvent.change(field, { target: { value: 'waving ha' } });
  const wave = await screen.findByRole('button', { name: 'waving hand' });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(screen.getByRole('radio', { name: 'Medium skin tone' }));
  field.focus();
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(wave);
  fireEvent.click(wave);
  expect(picked).toEqual(['👋', '👋🏽']);
  fireEvent.change(field, { target: { value: 'thumbs up' } });
  fireEvent.click(await screen.findByRole('button', { name: 'thumbs up' }));
  expect(picked.at(-1)).toBe('👍🏽');
  chooseTone('');
  fireEvent.click(await screen.findByRole('button', { name: 'thumbs up' }));
  // Without a variation selector, which reactions can't contain.
  expect(picked.at(-1)).toBe('👍');
  fireEvent.change(field, { target: { value: 'zzzz' } });
  expect(await screen.findByText('No results')).toBeTruthy();
  // The last ones come first.
  fireEvent.change(field, { target: { value: '' } });
  const [first] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toBe('👍');
});
