import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SubmissionRow } from '#contract/approvals/endpoints.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { ApprovalsPage } from './approvals-page.tsx';

afterEach(resetStage);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const rowOf = (id: string, part: Partial<SubmissionRow>): SubmissionRow => ({
  id,
  kind: 'proposal',
  title: `Proposal ${id}`,
  link: null,
  club: null,
  submitter: { uid: '2', firstName: 'Ana', lastName: 'Silva', photoUrl: null },
  submitterName: null,
  state: 'submitted',
  step: { place: 1, name: 'Finance', count: 3 },
  submittedAt: daysAgo(9),
  waitingSince: daysAgo(9),
  endedAt: null,
  can: { decide: true },
  ...part,
});

test('the list shows each submission’s step and waiting time, and tabs load the other lists', async () => {
  const { asked } = await stage(<ApprovalsPage />, {
    at: '/approvals',
    answers: {
      approvals: ({ list }) => ({
        items:
          list === 'waiting'
            ? [
                rowOf('1', {}),
                rowOf('2', { submitter: null, waitingSince: daysAgo(0), step: null }),
              ]
            : [],
        nextCursor: null,
        waiting: 2,
        can: { manage: false },
      }),
    },
  });
  const list = await screen.findByRole('list', { name: 'Waiting for me' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(first?.textContent).toContain('Waiting 9 days');
  expect(first?.textContent).toContain('Step 2 of 3: Finance');
  expect(second?.textContent).toContain('Deleted user');
  expect(second?.textContent).toContain('Waiting since today');
  expect(screen.getByRole('link', { name: 'Proposal 1' }).getAttribute('href')).toBe(
    '/approvals/1',
  );
  expect(screen.getByRole('tab', { name: 'Waiting for me 2' })).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Decided' }));
  expect(await screen.findByText('No decisions yet')).toBeTruthy();
  expect(
    asked.filter(({ path }) => path === 'approvals').map(({ query }) => query['list']),
  ).toEqual(['waiting', 'decided']);
  expect(window.location.search).toBe('?list=decided');
});
