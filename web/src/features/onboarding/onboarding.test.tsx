import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setupItems } from '#contract/onboarding/steps.ts';
import { admin, me, stage, resetStage } from '../../testing/stage.tsx';
import { SetupCard } from './setup-card.tsx';
import { WelcomeCard } from './welcome-card.tsx';
import { isLikelyNew } from './first-run.data.ts';
import { stepsOf } from './onboarding.data.ts';

afterEach(resetStage);

test('the card shows the progress and links to the next step', async () => {
  await stage(
    <WelcomeCard run={{ state: 'open', passed: ['picture', 'clubs'], hasSetup: false }} />,
  );
  const card = within(screen.getByRole('region', { name: 'Finish setting up' }));
  expect(card.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  expect(card.getByText('Next: About you')).toBeTruthy();
  expect(card.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(
    '/start?step=about',
  );
});

test('the steps ask users to connect only if the school has connections', () => {
  expect(stepsOf({ connect: false })).not.toContain('people');
  expect(stepsOf({ connect: true })).toContain('people');
});

test('a student without a picture is likely new, and an admin isn’t', () => {
  expect(isLikelyNew(me)).toBe(true);
  expect(isLikelyNew({ ...me, photoUrl: '/files/1.webp' })).toBe(false);
  expect(isLikelyNew(admin)).toBe(false);
});

test('skipping a setup item counts it as done and offers to undo the skip', async () => {
  const answer = (skipped: string) => ({
    items: setupItems.map((name) => ({
      name,
      isDone: name === 'brand',
      isSkipped: name === skipped,
    })),
    isEnded: false,
  });
  const replies = [answer(''), answer('signOn')];
  const { asked } = await stage(<SetupCard />, {
    user: admin,
    answers: { setup: () => replies.shift() },
  });
  const card = within(await screen.findByRole('region', { name: 'Set up your school' }));
  expect(card.getByText('1 of 6 done')).toBeTruthy();
  fireEvent.click(card.getByRole('button', { name: 'Skip “Set up single sign-on”' }));
  await waitFor(() => expect(card.getByText('2 of 6 done')).toBeTruthy());
  expect(asked.at(-1)?.body).toEqual({ skipped: ['signOn'] });
  expect(card.getByRole('button', { name: 'Undo skip for “Set up single sign-on”' })).toBeTruthy();
});
