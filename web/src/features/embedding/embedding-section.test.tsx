import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failure, stage, resetStage } from '../../testing/stage.tsx';
import { EmbeddingSection } from './embedding-section.tsx';

afterEach(resetStage);

const address = 'https://campus.test';
const answer = (...origins: string[]) => ({ origins, address });
const add = async (origin: string) => {
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: origin } });
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
};

test('an allowed site appears in the list, and the field is empty and focused for the next one', async () => {
  const replies = [answer(), answer('https://www.demo.edu')];
  const { asked } = await stage(<EmbeddingSection />, {
    answers: { 'embed-origins': () => replies.shift() },
  });
  await add(' https://www.demo.edu ');
  expect(await screen.findByText('https://www.demo.edu')).toBeTruthy();
  expect(asked[1]?.body).toEqual({ origin: 'https://www.demo.edu' });
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await waitFor(() => expect(field.value).toBe(''));
  expect(document.activeElement).toBe(field);
});

test('an invalid address shows an error at the field and stays there', async () => {
  const replies: unknown[] = [answer(), failure(400, 'not_an_origin')];
  await stage(<EmbeddingSection />, { answers: { 'embed-origins': () => replies.shift() } });
  await add('demo');
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(field.value).toBe('demo');
});

test('the snippet contains the school’s address', async () => {
  await stage(<EmbeddingSection />, { answers: { 'embed-origins': () => answer() } });
  const code = await screen.findByText(/<campus-app/);
  expect(code.textContent).toContain(`school="${address}"`);
});
