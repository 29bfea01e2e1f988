import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { profileFields, type Audience } from '#contract/people/audiences.ts';
import { someone, stage, resetStage } from '../../testing/stage.tsx';
import { PrivacySection } from './privacy-section.tsx';

afterEach(resetStage);

/** Settings in which the school has locked the email. */
const settings = (chosen: Partial<Record<string, Audience>>) => ({
  isListed: true,
  hasHold: false,
  isSuggested: true,
  fields: profileFields.map((field) => ({
    field,
    choice: chosen[field] ?? null,
    default: 'everyone',
    isLocked: field === 'email',
    audience: field === 'email' ? 'everyone' : (chosen[field] ?? 'everyone'),
  })),
});

test('a preset sets all fields except those that the school has locked', async () => {
  let stored: Partial<Record<string, Audience>> = { bio: 'me' };
  const { asked } = await stage(<PrivacySection />, {
    answers: { privacy: () => settings(stored), preview: () => ({ data: someone }) },
  });
  const presets = await screen.findByRole('radiogroup', { name: 'Who can see your profile' });
  const isChosen = (name: RegExp) =>
    within(presets).getByRole<HTMLInputElement>('radio', { name }).checked;
  expect([/^Open/, /^Connections/, /^Private/].map(isChosen)).toEqual([false, false, false]);
  expect(screen.queryByRole('radiogroup', { name: 'Email' })).toBeNull();
  expect(screen.getByText('Set by your school')).toBeTruthy();
  const bio = screen.getByRole('radiogroup', { name: 'Bio' });
  expect(within(bio).getByRole<HTMLInputElement>('radio', { name: 'Only me' }).checked).toBe(true);

  const all = Object.fromEntries(
    profileFields.filter((field) => field !== 'email').map((field) => [field, 'connections']),
  ) as typeof stored;
  stored = all;
  fireEvent.click(within(presets).getByRole('radio', { name: /^Connections/ }));
  const sent = () => asked.flatMap(({ body }) => (body === undefined ? [] : [body]));
  await waitFor(() => expect(sent()).toEqual([{ choices: all }]));
  await waitFor(() => expect(isChosen(/^Connections/)).toBe(true));
  // The preview reloads and lists the hidden fields.
  await waitFor(() => expect(asked.filter(({ path }) => path === 'preview')).toHaveLength(2));
  expect(screen.getByText(/^Hidden from them: Pronouns, Graduation year/)).toBeTruthy();
});
