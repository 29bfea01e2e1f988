import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failure, stage, resetStage } from '../../testing/stage.tsx';
import { ClubTodoList } from './club-todo.tsx';

afterEach(resetStage);

test('[CLUB-03] each task links to its page, and only the first one has the primary button', async () => {
  await stage(
    <ClubTodoList
      club="7"
      todo={[
        { kind: 'renewal_changes', count: 1, at: '2026-12-01T00:00:00.000Z', target: '31' },
        { kind: 'requests', count: 3, at: '2026-11-01T00:00:00.000Z', target: null },
        { kind: 'reports', count: 1, at: null, target: '12' },
        { kind: 'survey_drafts', count: 1, at: null, target: '5' },
        { kind: 'survey_closing', count: 2, at: '2026-12-02T00:00:00.000Z', target: '5' },
      ]}
    />,
  );
  expect(
    screen.getAllByRole('link').map((link) => link.getAttribute('href')?.replace(/"/g, '')),
  ).toEqual([
    '/club-registrations/31',
    '/clubs/7/manage?section=members',
    '/post?id=12',
    '/surveys/5/edit',
    '/clubs/7?tab=surveys',
  ]);
  const looks = screen.getAllByRole('link').map(({ className }) => className.includes('bg-brand '));
  expect(looks).toEqual([true, false, false, false, false]);
});

test('[CLUB-03] a failed renewal keeps the page open, and a retry opens the renewal', async () => {
  let calls = 0;
  const { router } = await stage(
    <ClubTodoList
      club="7"
      todo={[{ kind: 'renewal', count: 1, at: '2026-12-01T00:00:00.000Z', target: null }]}
    />,
    {
      answers: {
        renewal: () => {
          calls += 1;
          return calls === 1 ? failure(503, 'unavailable') : { id: '31' };
        },
      },
    },
  );
  const begin = () => fireEvent.click(screen.getByRole('button', { name: /renew/i }));
  begin();
  await waitFor(() => expect(calls).toBe(1));
  expect(router.state.location.pathname).toBe('/');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /renew/i }).getAttribute('aria-disabled')).not.toBe(
      'true',
    ),
  );
  begin();
  await expect.poll(() => router.state.location.pathname).toContain('31');
});

test('without tasks, the page shows a heading instead of the list', async () => {
  await stage(<ClubTodoList club="7" todo={[]} />);
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.getAllByRole('heading')).toHaveLength(2);
});
