import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { school } from '../../lib/school.ts';
import { failure, someSchool, stage, resetStage } from '../../testing/stage.tsx';
import { LookSection } from './look-section.tsx';

afterEach(resetStage);

const logo = '/files/1-m.webp';

test('a logo shows Replace and Remove, and removing it removes it everywhere', async () => {
  const { asked } = await stage(<LookSection />, {
    answers: { logo: () => ({ ...someSchool, logo: null }) },
  });
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  school.set({ ...someSchool, logo });
  expect((await screen.findByRole('img')).getAttribute('src')).toBe(logo);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(school.get()?.logo).toBeNull());
  expect(asked.map(({ path }) => path)).toEqual(['logo']);
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
});

test('a refused logo shows the reason, and the old one stays', async () => {
  await stage(<LookSection />, { answers: { logo: () => failure(403, 'forbidden') } });
  school.set({ ...someSchool, logo });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('You don’t have permission to do that.')).toBeTruthy();
  expect(screen.getByRole('img').getAttribute('src')).toBe(logo);
});
