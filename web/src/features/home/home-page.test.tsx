import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { me, someone, stage, resetStage, type Answers } from '../../testing/stage.tsx';
import { toasts } from '../../ui/toasts.ts';
import { completeness } from './home.data.ts';
import { HomePage } from './home-page.tsx';

afterEach(resetStage);

const nobody: Answers = {
  connections: () => ({ items: [], total: 0, counts: { incoming: 0, sent: 0, connected: 0 } }),
  suggestions: () => ({ items: [] }),
  mobile_people: () => [{ people: [me] }],
  feed: () => ({ items: [], nextCursor: null, pinned: null }),
};
const card = (name: string) => within(screen.getByRole('region', { name }));

test('without new people or requests, the cards show empty states', async () => {
  await stage(<HomePage />, { answers: nobody });
  // The list leaves out the viewer.
  await waitFor(() => expect(card('New on campus').queryAllByRole('link')).toHaveLength(1));
  expect(card('New on campus').getByRole('heading', { level: 3 })).toBeTruthy();
  expect(screen.getByText('You’re all caught up.')).toBeTruthy();
});

test('a failed card shows its own error and a retry button', async () => {
  const replies = [undefined, [{ people: [me, someone] }]];
  await stage(<HomePage />, { answers: { ...nobody, mobile_people: () => replies.shift() } });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ana Silva')).toBeTruthy();
});

test('a dismissed suggestion disappears, and Undo restores it', async () => {
  const ana = { ...someone, reasons: [{ kind: 'mutual', count: 2 }] };
  let items = [ana];
  const { asked } = await stage(<HomePage />, {
    answers: {
      ...nobody,
      suggestions: () => ({ items }),
      dismissal: () => {
        items = items.length === 0 ? [ana] : [];
        return {};
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Don’t suggest Ana Silva' }));
  await waitFor(() => expect(screen.queryByText('Ana Silva')).toBeNull());
  const undo = await waitFor(() => {
    const { action } = toasts.shown.get().at(-1) ?? {};
    expect(action).toBeDefined();
    return action;
  });
  undo?.run();
  expect(await screen.findByText('Ana Silva')).toBeTruthy();
  expect(asked.filter(({ path }) => path === 'dismissal')).toHaveLength(2);
});

test('a profile’s completeness is the share of searchable fields that have a value', () => {
  expect(completeness(me)).toMatchObject({ share: 0 });
  expect(completeness({ ...me, bio: '<p>Hi</p>', city: 'Lyon' })).toEqual({
    share: 2 / 7,
    missing: ['interests', 'languages', 'lookingFor', 'industries', 'sports'],
  });
});

test('users can accept a club invitation in the home column', async () => {
  let isInvited = true;
  const can = { join: true, leave: true };
  const { asked } = await stage(<HomePage />, {
    answers: {
      ...nobody,
      clubs: ({ filters = '' }) => ({
        items:
          filters.includes('invited') && isInvited
            ? [
                {
                  id: '5',
                  name: 'Chess Club',
                  Logo: null,
                  CountMembers: 12,
                  Membership: 'invitation',
                  Memberships: [
                    { status: 'invited', role: 'member', since: '2026-01-01T00:00:00Z' },
                  ],
                  can,
                },
              ]
            : [],
        total: 1,
      }),
      waiting: () => ({ items: [] }),
      membership: () => {
        isInvited = false;
        return { status: 'member' };
      },
    },
  });
  const invitations = within(await screen.findByRole('region', { name: 'Club invitations' }));
  fireEvent.click(
    invitations.getAllByRole('button', {
      name: 'Accept the invitation to Chess Club',
    })[0] as HTMLElement,
  );
  await waitFor(() => expect(asked.some(({ path }) => path === 'membership')).toBe(true));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Club invitations' })).toBeNull(),
  );
});

test('staff see their most urgent tasks on the home page; students don’t ask for them', async () => {
  const overview = {
    people: null,
    reports: { count: 3, oldestAt: '2026-01-01T00:00:00Z' },
    approvals: { count: 0, oldestAt: null },
    mail: null,
    imports: null,
    finances: { overdue: 12, holds: 4 },
    teaching: { toGrade: 2 },
    storage: null,
    webhooks: null,
  };
  const answers = { ...nobody, overview: () => overview };
  const { asked } = await stage(<HomePage />, { answers });
  await waitFor(() => expect(card('New on campus').queryAllByRole('link')).toHaveLength(1));
  expect(asked.filter(({ path }) => path === 'overview')).toEqual([]);
  resetStage();
  await stage(<HomePage />, { answers, user: { ...me, accountTypeType: 'faculty' } });
  const links = await waitFor(() => card('To do').getAllByRole('link'));
  expect(links.map((one) => one.getAttribute('href'))).toEqual([
    '/admin/reports',
    '/edu',
    '/admin/finances',
  ]);
  expect(card('To do').getByText('12 overdue accounts')).toBeTruthy();
});
