import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { school } from '../../lib/school.ts';
import { failure, someSchool, stage, resetStage } from '../../testing/stage.tsx';
import { LookSection } from './look-section.tsx';

afterEach(resetStage);

const logo = '/files/1-m.webp';
const saved = { name: 'Demo University', color: '005fbf', locale: 'en', timeZone: null };

test('the page offers Remove only with a logo, and removing the logo removes it everywhere', async () => {
  const { asked } = await stage(<LookSection />, {
    answers: { identity: () => saved, logo: () => ({ ...someSchool, logo: null }) },
  });
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  school.set({ ...someSchool, logo });
  expect((await screen.findByRole('img', { name: 'Logo' })).getAttribute('src')).toBe(logo);
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(school.get()?.logo).toBeNull());
  expect(asked.map(({ path }) => path)).toEqual(['identity', 'logo']);
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Logo' })).toBeNull());
});

test('if the server rejects removing the logo, the reason appears and the logo stays', async () => {
  await stage(<LookSection />, {
    answers: { identity: () => saved, logo: () => failure(403, 'forbidden') },
  });
  school.set({ ...someSchool, logo });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('You don’t have permission to do that.')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Logo' }).getAttribute('src')).toBe(logo);
});

test('a new name and color appear in the preview before saving, and in the app afterward', async () => {
  const replies = [saved, { ...saved, name: 'River College', color: '9a3324' }];
  const { asked } = await stage(<LookSection />, {
    answers: { identity: () => replies.shift() },
  });
  const name = await screen.findByLabelText('Name');
  fireEvent.change(name, { target: { value: 'River College' } });
  fireEvent.change(screen.getByLabelText('School color'), { target: { value: '#9A3324' } });
  const [light] = screen.getAllByRole('img', { name: /^Preview/ });
  await waitFor(() => expect(light?.style.getPropertyValue('--brand-light')).toBe('#9a3324'));
  expect(light?.textContent).toContain('R');
  expect(school.get()?.name).toBe('Demo University');
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(school.get()?.name).toBe('River College'));
  expect(school.get()?.top_bar_bg_color).toBe('9a3324');
  // Only what changed is sent: another admin may have changed the rest.
  expect(asked.at(-1)?.body).toEqual({ name: 'River College', color: '#9A3324' });
});

test('an invalid color shows an error before saving', async () => {
  const { asked } = await stage(<LookSection />, { answers: { identity: () => saved } });
  fireEvent.change(await screen.findByLabelText('School color'), { target: { value: 'blue' } });
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText(/six hexadecimal digits/)).toBeTruthy();
  expect(asked).toHaveLength(1);
});
