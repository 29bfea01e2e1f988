import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stage, resetStage } from '../../testing/stage.tsx';
import { LtiAccountsCard } from './lti-accounts-card.tsx';

afterEach(resetStage);

test('[EDU-01] disconnecting an LMS asks for confirmation and removes it from the card', async () => {
  let items = [{ platform: '4', name: 'Canvas', connectedAt: '2026-11-20T10:00:00.000Z' }];
  const { asked } = await stage(<LtiAccountsCard />, {
    answers: {
      accounts: () => ({ items }),
      '4': () => {
        items = [];
        return { ok: true };
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /Canvas/ }));
  const question = await screen.findByRole('alertdialog');
  expect(asked.some(({ path }) => path === '4')).toBe(false);
  fireEvent.click(within(question).getAllByRole('button').at(-1) as HTMLElement);
  await expect.poll(() => screen.queryByText('Canvas')).toBeNull();
  expect(asked.some(({ path }) => path === '4')).toBe(true);
});

test('without connected platforms, the card doesn’t appear', async () => {
  const { container } = await stage(<LtiAccountsCard />, {
    answers: { accounts: () => ({ items: [] }) },
  });
  expect(container.textContent).toBe('');
});
