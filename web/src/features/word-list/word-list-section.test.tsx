import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { admin, failure, stage, resetStage } from '../../testing/stage.tsx';
import { WordListSection } from './word-list-section.tsx';

afterEach(resetStage);

const list = {
  version: 4,
  words: [
    { word: 'cheat', action: 'refuse' },
    { word: 'lottery', action: 'review' },
  ],
};
const type = (label: string, word: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: word } });
  fireEvent.keyDown(field, { key: 'Enter' });
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save word list' }));

test('a word can’t be in both lists, and saving sends the version that was loaded', async () => {
  let answer: () => unknown = () => list;
  const { asked } = await stage(<WordListSection />, {
    user: admin,
    answers: { 'word-list': () => answer() },
  });
  await screen.findByText('lottery');
  type('Hold for review', 'cheat');
  save();
  expect(await screen.findByText(/^cheat is in both lists/)).toBeTruthy();
  expect(asked.filter(({ body }) => body !== undefined)).toEqual([]);

  fireEvent.click(screen.getAllByRole('button', { name: 'Remove cheat' })[1] as HTMLElement);
  type('Block', 'scam');
  answer = () => failure(409, 'word_list_changed');
  save();
  expect(await screen.findByText(/^Someone else just changed the list/)).toBeTruthy();
  await waitFor(() =>
    expect(asked.findLast(({ body }) => body !== undefined)?.body).toEqual({
      version: 4,
      words: [
        { word: 'cheat', action: 'refuse' },
        { word: 'scam', action: 'refuse' },
        { word: 'lottery', action: 'review' },
      ],
    }),
  );
  // Someone else has saved meanwhile, and the field keeps what was typed.
  expect(screen.getByText('scam')).toBeTruthy();
});
