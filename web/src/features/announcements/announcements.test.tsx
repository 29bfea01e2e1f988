import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { failure, stage, resetStage } from '../../testing/stage.tsx';
import { AnnouncementBanners } from './announcement-banners.tsx';
import { AnnouncementsSection } from './announcements-section.tsx';

afterEach(resetStage);

const link = { url: 'https://library.example/', label: 'Opening hours' };
const banner = (id: string, more: object = {}) => ({
  id,
  text: `Announcement ${id}`,
  kind: 'info',
  link: null,
  ...more,
});
const managed = (id: string, state: string) => ({
  ...banner(id),
  accountTypes: ['Student'],
  startsAt: '2027-01-15T08:00:00.000Z',
  endsAt: '2027-01-16T08:00:00.000Z',
  version: 3,
  state,
  can: { update: state !== 'ended', delete: true },
});
const texts = () => screen.queryAllByText(/^Announcement \d/).map((one) => one.textContent);

test('two announcements appear, dismissing one keeps focus in the same row, and “Show more” opens the rest', async () => {
  const items = [banner('1', { link, kind: 'warning' }), banner('2'), banner('3'), banner('4')];
  const { asked } = await stage(<AnnouncementBanners />, {
    answers: { announcements: () => ({ items }), dismissal: () => ({ ok: true }) },
  });
  expect(await screen.findByRole('region', { name: 'School announcements' })).toBeTruthy();
  expect(texts()).toEqual(['Announcement 1', 'Announcement 2']);
  expect(screen.getByRole('link', { name: /^Opening hours/ }).getAttribute('href')).toBe(link.url);
  const close = screen.getAllByRole('button', { name: 'Close' })[1];
  close?.focus();
  if (close) fireEvent.click(close);
  await waitFor(() => expect(texts()).toEqual(['Announcement 1', 'Announcement 3']));
  expect(asked.at(-1)?.path).toBe('dismissal');
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Close' })[1]);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(texts()).toEqual(['Announcement 1', 'Announcement 3', 'Announcement 4']);
});

test('an announcement reappears if dismissing it fails', async () => {
  const answer = Promise.withResolvers<unknown>();
  await stage(<AnnouncementBanners />, {
    answers: {
      announcements: () => ({ items: [banner('1')] }),
      dismissal: () => answer.promise,
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(texts()).toEqual([]));
  answer.resolve(failure(503, 'unavailable'));
  await waitFor(() => expect(texts()).toEqual(['Announcement 1']));
});

test('a new announcement appears within about 5 minutes without a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const items: object[] = [];
  await stage(<AnnouncementBanners />, { answers: { announcements: () => ({ items }) } });
  expect(screen.queryByRole('region', { name: 'School announcements' })).toBeNull();
  items.push(banner('1'));
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1_000);
  await waitFor(() => expect(texts()).toEqual(['Announcement 1']));
  vi.useRealTimers();
});

test('the list shows each announcement’s state, and admins can only delete past ones', async () => {
  const items = [managed('1', 'scheduled'), managed('2', 'shown'), managed('3', 'ended')];
  await stage(<AnnouncementsSection />, { answers: { announcements: () => ({ items }) } });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => /Scheduled|Live now|Ended/.exec(row.textContent)?.[0])).toEqual([
    'Scheduled',
    'Live now',
    'Ended',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'More actions for Announcement 3' }));
  expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Edit announcement' })).toBeNull();
});

test('the form keeps the draft if someone else saves first, and requires a text for a link', async () => {
  const { asked } = await stage(<AnnouncementsSection />, {
    answers: {
      announcements: () => ({ items: [managed('1', 'shown')] }),
      '1': () => failure(409, 'announcement_changed'),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^More actions/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit announcement' }));
  fireEvent.change(await screen.findByLabelText('Text'), { target: { value: 'Mine' } });
  fireEvent.change(screen.getByLabelText('Link (optional)'), { target: { value: link.url } });
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Enter the link text.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Link text'), { target: { value: link.label } });
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(/^Someone else just changed this announcement/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Mine');
  expect(asked.find(({ path }) => path === '1')?.body).toMatchObject({ version: 3, link });
});
