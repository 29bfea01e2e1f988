import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Processes } from './approvals.data.ts';
import { admin, stage, resetStage } from '../../testing/stage.tsx';
import { StepsSection } from './steps-section.tsx';

afterEach(resetStage);

const processes: Processes = {
  items: [
    {
      kind: 'proposal',
      name: 'Proposal',
      isOfClub: true,
      reminderDays: null,
      version: 2,
      steps: [
        {
          name: 'President',
          reviewers: 'position',
          people: [],
          role: { id: '8', name: 'President' },
        },
        { name: 'Finance', reviewers: 'role', people: [], role: { id: '9', name: 'Committee' } },
      ],
    },
  ],
  roles: [{ id: '9', name: 'Committee' }],
  positions: [{ id: '8', name: 'President' }],
};
const president = { name: 'President', reviewers: 'position', people: [], role: '8' };
const finance = { name: 'Finance', reviewers: 'role', people: [], role: '9' };

async function show() {
  const { asked } = await stage(<StepsSection />, {
    user: admin,
    answers: { 'approval-processes': () => processes, proposal: () => processes.items[0] },
  });
  return () => asked.findLast(({ path }) => path === 'proposal')?.body;
}

test('admins can reorder, add and remove steps, and removing one asks for confirmation', async () => {
  const sent = await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Move Finance up' }));
  await waitFor(() =>
    expect(sent()).toEqual({ version: 2, reminderDays: null, steps: [finance, president] }),
  );

  fireEvent.click(screen.getByRole('button', { name: 'Remove President' }));
  const question = await screen.findByRole('alertdialog', { name: 'Remove “President”?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent()).toMatchObject({ steps: [finance] }));

  fireEvent.click(screen.getByRole('button', { name: 'Add step' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add step' });
  const add = within(dialog).getByRole('button', { name: 'Add step' });
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Last look' } });
  fireEvent.click(add);
  expect(await within(dialog).findByText('Choose at least one person.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('radio', { name: 'A role' }));
  fireEvent.click(add);
  await waitFor(() =>
    expect(sent()).toMatchObject({
      steps: [president, finance, { name: 'Last look', reviewers: 'role', people: [], role: '9' }],
    }),
  );
});
