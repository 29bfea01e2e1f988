import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ClubReason } from '#contract/clubs/suggestions.endpoints.ts';
import { stage, resetStage } from '../../../testing/stage.tsx';
import { toasts } from '../../../ui/toasts.ts';
import { SuggestedClubs } from './suggested-clubs.tsx';

afterEach(() => {
  for (const { id } of toasts.shown.get()) toasts.hide(id);
  resetStage();
});

const face = (uid: string, firstName: string) => ({
  uid,
  firstName,
  lastName: 'Silva',
  photoUrl: null,
});
const clubOf = (id: string, name: string, reason: ClubReason) => ({
  id,
  name,
  acronym: '',
  description: '',
  url: null,
  CountMembers: 5,
  Membership: 'open',
  Memberships: [],
  Categories: [],
  can: { join: true },
  reason,
});
/** Compares texts without the Unicode isolates around names. */
const said = (words: string) => (text: string) => text.replaceAll(/[\u2068\u2069]/g, '') === words;
const people = [face('1', 'Ana'), face('2', 'Ben')];

test('[CLUB-01] each suggested club shows its reason, dismissing a club removes it, and Undo restores it', async () => {
  let isGone = false;
  const clubs = [
    clubOf('1', 'Soup', { kind: 'known', count: 3, people }),
    clubOf('2', 'Trails', { kind: 'interests', values: ['Hiking', 'Maps'] }),
    clubOf('3', 'Peak', { kind: 'similar', club: { id: '9', name: 'Ridge' } }),
  ];
  await stage(<SuggestedClubs hub={null} />, {
    answers: {
      'club-suggestions': () => ({ items: isGone ? clubs.slice(1) : clubs }),
      // The first call adds the dismissal, the second deletes it.
      dismissal: () => {
        isGone = !isGone;
        return { ok: true };
      },
    },
  });
  expect(
    await screen.findByText(said('Ana Silva, Ben Silva and 1 other person you know are members')),
  ).toBeTruthy();
  expect(screen.getByText(said('Matches your interests: Hiking and Maps'))).toBeTruthy();
  expect(screen.getByText(said('Similar to Ridge, which you’re in'))).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Not interested in Soup' }));
  await waitFor(() => expect(screen.queryByText('Soup')).toBeNull());
  const toast = toasts.shown.get().at(-1);
  expect(toast?.message).toBe('Soup won’t be suggested again');
  toast?.action?.run();
  expect(await screen.findByText('Soup')).toBeTruthy();
});
