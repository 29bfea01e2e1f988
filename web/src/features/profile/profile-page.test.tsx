import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { me, someone, stage, resetStage } from '../../testing/stage.tsx';
import { ProfilePage } from './profile-page.tsx';

afterEach(resetStage);

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('users edit a section on their own page; the form sends only changes and returns focus', async () => {
  const saved = { ...me, workTitle: 'Cook' };
  const { asked } = await stage(<ProfilePage />, {
    answers: {
      user_profile: () => ({ data: me }),
      options: () => ({}),
      profile: () => saved,
    },
    at: '/student_profile',
  });
  await press('Edit Education and work');
  fireEvent.change(await screen.findByLabelText('Job title'), { target: { value: 'Cook' } });
  await press('Save changes');
  await waitFor(() => expect(screen.queryByLabelText('Job title')).toBeNull());
  expect(asked.filter(({ path }) => path === 'profile').map(({ body }) => body)).toEqual([
    { workTitle: 'Cook' },
  ]);
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Education and work'),
  );
});

test('View as shows the profile that the server returns for strangers', async () => {
  const { asked } = await stage(<ProfilePage />, {
    answers: {
      user_profile: () => ({ data: { ...me, email: 'mia@campus.test' } }),
      preview: () => ({ data: { ...someone, firstName: 'Mia', lastName: 'Own', email: null } }),
    },
    at: '/student_profile',
  });
  expect(await screen.findByText('mia@campus.test')).toBeTruthy();
  await press('View as');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Anyone' }));
  expect(await screen.findByText('How someone at school sees you')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('mia@campus.test')).toBeNull());
  expect(asked.find(({ path }) => path === 'preview')?.query).toEqual({ as: 'stranger' });
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  await press('Back to my profile');
  expect(await screen.findByText('mia@campus.test')).toBeTruthy();
});

test('another person’s page shows what both share, and a private profile doesn’t request it', async () => {
  const shared = {
    clubs: [{ id: '5', name: 'Chess Club', logoUrl: null }],
    events: [
      { id: '8', title: 'Chess night', dateStart: '2026-12-01T18:00:00Z', occurrence: 'one' },
    ],
    courses: [{ id: '3', number: 'MATH 101', title: 'Logic' }],
  };
  const interests = ['Film', 'Tea'].map((interest) => ({ interest }));
  const answers = {
    user_profile: ({ uid = '' }) => ({
      data: { ...someone, interests, visitableProfile: uid === '7' },
    }),
    'shared-memberships': () => shared,
  };
  const user = { ...me, interests: [{ interest: 'Film' }] };
  const page = await stage(<ProfilePage />, { answers, user, at: '/student_profile?uid=7' });
  expect((await screen.findByRole('link', { name: /Chess Club/ })).getAttribute('href')).toBe(
    '/clubs/5',
  );
  expect(screen.getByRole('link', { name: /Chess night/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Logic/ })).toBeTruthy();
  const both = screen.getByRole('region', { name: 'In common' });
  expect([both.textContent?.includes('Film'), both.textContent?.includes('Tea')]).toEqual([
    true,
    false,
  ]);
  page.unmount();
  const { asked } = await stage(<ProfilePage />, { answers, user, at: '/student_profile?uid=8' });
  await screen.findByText('This profile is private');
  expect(asked.filter(({ path }) => path === 'shared-memberships')).toEqual([]);
});
