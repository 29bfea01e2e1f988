import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import { failure, stage, resetStage } from '../../../testing/stage.tsx';
import { toasts } from '../../../ui/toasts.ts';
import { acceptAll, changeMembers } from '../clubs.data.ts';
import { ManageMembers } from './manage-members.tsx';

afterEach(resetStage);

const since = '2026-01-01T00:00:00.000Z';
const personOf = (nth: number) => ({
  uid: String(nth),
  firstName: `P${nth}`,
  lastName: 'Lee',
  photoUrl: null,
});
const windowOf = (items: readonly object[], total = items.length) => ({
  items,
  total,
  perPage: 50,
  currentPage: 1,
  messages: [],
});
// The member list reads these fields of a club.
const club = {
  id: '5',
  positions: [],
  can: { manageMembers: true, manageOfficers: false },
} as unknown as ClubSettings;

test('[CLUB-03] a change to 450 members goes out in batches, and a failure stops the rest', async () => {
  const portions: number[] = [];
  const { asked } = await stage(null, {
    answers: {
      members: () => {
        const { uids = [] } = (asked.at(-1)?.body ?? {}) as { uids?: string[] };
        portions.push(uids.length);
        return portions.length === 5 ? failure(409, 'club_last_officer') : { changed: uids.length };
      },
    },
  });
  const uids = Array.from({ length: 450 }, (_, nth) => String(nth));
  const sent: number[] = [];
  const change = () => changeMembers('5', uids, { act: 'ban' }, (count) => sent.push(count));
  expect(await change()).toEqual({ changed: 450 });
  expect(sent).toEqual([200, 400, 450]);
  await expect(change()).rejects.toMatchObject({ code: 'club_last_officer' });
  expect(portions).toEqual([200, 200, 50, 200, 200]);
});

test('[CLUB-03] officers can remove a tag from selected members, and banned people appear in pages', async () => {
  const members = [
    { ...personOf(1), role: 'member', since, tags: ['Bus', 'Choir'] },
    { ...personOf(2), role: 'member', since, tags: [] },
  ];
  const banned = (from: number, count: number) =>
    Array.from({ length: count }, (_, nth) => ({
      ...personOf(100 + from + nth),
      status: 'banned',
      since,
    }));
  const { asked } = await stage(<ManageMembers club={club} />, {
    answers: {
      members: ({ pageOffset }) =>
        pageOffset === undefined ? { changed: 1 } : windowOf(members, members.length),
      requests: ({ status, pageOffset }) =>
        status !== 'banned'
          ? windowOf([])
          : pageOffset === '0'
            ? windowOf(banned(0, 50), 60)
            : windowOf(banned(50, 10), 60),
    },
  });
  const list = await screen.findByRole('list', { name: 'Banned' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(50);
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(60));

  fireEvent.click(screen.getByRole('checkbox', { name: 'Select P2 Lee' }));
  expect(screen.queryByRole('button', { name: 'Remove tag' })).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select P1 Lee' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove tag' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Choir' }));
  await waitFor(() => expect(toasts.shown.get().at(-1)?.message).toBe('1 person updated'));
  expect(asked.find(({ body }) => body !== undefined)?.body).toEqual({
    uids: ['2', '1'],
    act: 'untag',
    tag: 'Choir',
  });
});

test('[CLUB-03] someone who only manages points sees members and can give them points, but can’t change anything else', async () => {
  const member = { ...personOf(1), role: 'member', since, tags: ['Bus'], points: 12 };
  const giver = { ...club, can: { managePoints: true } } as unknown as ClubSettings;
  const { asked } = await stage(<ManageMembers club={giver} />, {
    answers: { members: () => windowOf([member]), points: () => ({ given: 1 }) },
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select P1 Lee' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Give points' }));
  const form = await screen.findByRole('dialog', { name: 'Give 1 person points' });
  for (const name of ['Invite', 'Tag', 'Remove', 'Ban', 'Remove tag'])
    expect(screen.queryByRole('button', { name, hidden: true })).toBeNull();
  fireEvent.change(within(form).getByLabelText('Reason'), { target: { value: 'Came early' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Give points' }));
  await waitFor(() => expect(toasts.shown.get().at(-1)?.message).toBe('Points given to 1 person'));
  expect(asked.find(({ body }) => body !== undefined)?.body).toMatchObject({
    uids: ['1'],
    points: 5,
    reason: 'Came early',
  });
  // The page doesn't request join requests and bans, because the server would refuse.
  expect(asked.filter(({ path }) => path.includes('requests'))).toEqual([]);
});

test('[CLUB-03] officers select and decline requests, filter members by tag, and revoke an invitation', async () => {
  const asks = [1, 2, 3].map((nth) => ({
    ...personOf(nth),
    status: 'requested',
    since,
    answers: null,
  }));
  const invited = { ...personOf(9), status: 'invited', since, answers: null };
  const members = [{ ...personOf(4), role: 'member', since, tags: ['Bus'] }];
  const tagsAsked: unknown[] = [];
  const { asked } = await stage(<ManageMembers club={club} />, {
    answers: {
      members: ({ pageOffset, tag }) => {
        tagsAsked.push(tag);
        return pageOffset === undefined ? { changed: 1 } : windowOf(members);
      },
      posting: () => ({ tags: ['Bus', 'Choir'] }),
      'past-members': () =>
        windowOf([{ ...personOf(8), id: '1', position: 'Treasurer', since, until: since }]),
      requests: ({ status }) =>
        status === 'requested'
          ? windowOf(asks)
          : status === 'invited'
            ? windowOf([invited])
            : status === 'banned'
              ? windowOf([])
              : { accepted: [], declined: ['1', '3'] },
    },
  });
  const sent = (part: string) =>
    asked.filter(({ path, body }) => body !== undefined && path.includes(part)).at(-1)?.body;
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select P1 Lee' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select P3 Lee' }));
  fireEvent.click(screen.getByRole('button', { name: 'Decline 2' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Decline 2 requests?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(sent('requests')).toEqual({ accept: [], decline: ['1', '3'] }));

  const past = await screen.findByRole('list', { name: 'Past members' });
  expect(within(past).getByText('Treasurer')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Revoke P9 Lee’s invitation' }));
  await waitFor(() => expect(sent('members')).toEqual({ uids: ['9'], act: 'uninvite' }));

  fireEvent.change(screen.getByRole('combobox', { name: 'Tag' }), { target: { value: 'Choir' } });
  await waitFor(() => expect(tagsAsked).toContain('Choir'));
});

test('[CLUB-03] a change sends the positions that the officer saw, and keeps the selection after a conflict', async () => {
  const members = [
    { ...personOf(1), role: 'officer', position: 'Treasurer', since, tags: [] },
    { ...personOf(2), role: 'member', since, tags: [] },
  ];
  const { asked } = await stage(<ManageMembers club={club} />, {
    answers: {
      members: ({ pageOffset }) =>
        pageOffset === undefined ? failure(409, 'club_member_changed') : windowOf(members),
      requests: () => windowOf([]),
    },
  });
  for (const nth of [1, 2])
    fireEvent.click(await screen.findByRole('checkbox', { name: `Select P${nth} Lee` }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(
    await within(dialog).findByText(/Someone else just changed one of these members/),
  ).toBeTruthy();
  expect(asked.find(({ body }) => body !== undefined)?.body).toEqual({
    uids: ['1', '2'],
    act: 'remove',
    seen: { 1: 'Treasurer', 2: null },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  for (const nth of [1, 2])
    expect(
      screen.getByRole<HTMLInputElement>('checkbox', { name: `Select P${nth} Lee` }).checked,
    ).toBe(true);
});

test('[CLUB-03] accepting all includes requests after the first 100 and doesn’t retry a failed one forever', async () => {
  let waiting = Array.from({ length: 230 }, (_, nth) => String(nth));
  const { asked } = await stage(null, {
    answers: {
      requests: ({ status }) => {
        if (status === 'requested')
          return windowOf(
            waiting.slice(0, 100).map((uid) => ({ ...personOf(Number(uid)), since })),
          );
        const { accept = [] } = (asked.at(-1)?.body ?? {}) as { accept?: string[] };
        const accepted = accept.filter((uid) => uid !== '7');
        waiting = waiting.filter((uid) => !accepted.includes(uid));
        return { accepted, declined: [] };
      },
    },
  });
  expect(await acceptAll('5')).toEqual({ accepted: 229 });
  expect(waiting).toEqual(['7']);
});
