import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stage, resetStage } from '../../testing/stage.tsx';
import { SavedPanel } from './saved-panel.tsx';

afterEach(resetStage);
const chess = { id: '3', name: 'Chess players', params: { interests_tagList: 'Chess' } };
const problem = (status: number, code: string) =>
  Response.json({ code, title: code, status }, { status });

test('[DIR-08] a failed list offers a retry, and the list marks the current search', async () => {
  const replies: unknown[] = [
    problem(403, 'forbidden'),
    { items: [chess, { ...chess, id: '4', name: 'Art', params: { major: 'Art' } }] },
  ];
  const onOpen = vi.fn<(next: Record<string, string>) => void>();
  await stage(<SavedPanel search={{ interests_tagList: 'Chess', uid: '7' }} onOpen={onOpen} />, {
    answers: { 'saved-searches': () => replies.shift() },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  const link = await screen.findByRole('link', { name: /Chess players/ });
  expect([link.getAttribute('aria-current'), link.getAttribute('href')]).toEqual([
    'page',
    '/directory?interests_tagList=Chess&saved=3',
  ]);
  expect(screen.queryByRole('button', { name: 'Save this search' })).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Art' }));
  expect(onOpen).toHaveBeenCalledWith({ major: 'Art', saved: '4' });
});

test('[DIR-08] a rejected name stays in its field and shows the reason', async () => {
  const replies: unknown[] = [{ items: [chess] }, problem(409, 'too_many_saved_searches')];
  await stage(
    <SavedPanel search={{ major: 'Art', connection: 'none' }} onOpen={() => undefined} />,
    {
      answers: { 'saved-searches': () => replies.shift() },
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Save this search' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('Art • Not connected');
  fireEvent.change(field, { target: { value: ' ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'Painters' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(
    await screen.findByText('You’ve reached the limit of 50 saved searches. Delete one first.'),
  ).toBeTruthy();
  expect([field.value, document.activeElement]).toEqual(['Painters', field]);
});
