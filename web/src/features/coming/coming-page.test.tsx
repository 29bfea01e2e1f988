import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { paths } from '../../paths.ts';
import { stage, strike } from '../../testing/stage.tsx';
import { ComingPage } from './coming-page.tsx';

afterEach(strike);

test.each([
  [paths.events, 'Events'],
  [paths.courses, 'Courses'],
])('%s says what is to come there, and leads on', async (at, title) => {
  await stage(<ComingPage />, { at });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe(paths.home);
});
