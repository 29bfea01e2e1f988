import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import { failure, stage, resetStage } from '../../../testing/stage.tsx';
import { toasts } from '../../../ui/toasts.ts';
import { ManageSettings } from './manage-settings.tsx';

afterEach(() => {
  for (const { id } of toasts.shown.get()) toasts.hide(id);
  resetStage();
});

// The form reads these fields of a club.
const settings = {
  id: '5',
  version: 1,
  name: 'Chess',
  acronym: 'OLD',
  description: '',
  about: '',
  url: null,
  email: null,
  cost: '',
  founded: null,
  links: [],
  meetings: [],
  address: 'Room 4',
  membership: 'open',
  membersSeenBy: 'everyone',
  postsFor: 'everyone',
  postsBy: 'members',
  tabs: ['feed', 'about'],
  widgets: ['officers'],
  isPublic: false,
  categories: [],
  tags: [],
  type: null,
  parent: null,
  parentName: null,
  hub: null,
  logo: null,
  cover: null,
  can: { administer: false },
} as unknown as ClubSettings;

/** A server with the club; with `isTaken`, someone else has saved it meanwhile. */
const stageSettings = async () => {
  const server = { club: { ...settings } as Record<string, unknown>, isTaken: false };
  const sent: unknown[] = [];
  const { asked } = await stage(<ManageSettings settings={settings} />, {
    answers: {
      'club-labels': () => ({ items: [] }),
      5: () => {
        const body = (asked.at(-1)?.body ?? {}) as Record<string, unknown>;
        const { version: _, ...change } = body;
        sent.push(body);
        if (server.isTaken) return failure(409, 'club_changed');
        server.club = { ...server.club, ...change, version: Number(server.club['version']) + 1 };
        return server.club;
      },
    },
  });
  const acronym = await screen.findByLabelText<HTMLInputElement>('Acronym');
  fireEvent.change(acronym, { target: { value: 'NEW' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(toasts.shown.get().at(-1)?.message).toBe('Chess saved'));
  const undo = () => act(() => toasts.shown.get().at(-1)?.action?.run());
  return { server, sent, acronym, undo };
};

test('[CLUB-03] saving sends only changes, and Undo restores them but keeps newer input', async () => {
  const { sent, acronym, undo } = await stageSettings();
  const address = screen.getByLabelText<HTMLInputElement>('Address');
  fireEvent.change(address, { target: { value: 'Room 9' } });
  undo();
  await waitFor(() => expect(toasts.shown.get().at(-1)?.message).toBe('Changes undone'));
  expect(sent).toEqual([
    { version: 1, acronym: 'NEW' },
    { version: 2, acronym: 'OLD' },
  ]);
  expect([acronym.value, address.value]).toEqual(['OLD', 'Room 9']);
  fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]).toEqual({ version: 3, address: 'Room 9' });
  await waitFor(() => expect(toasts.shown.get().at(-1)?.message).toBe('Chess saved'));
});

test('[CLUB-03] Undo fails with a message if someone else has saved since', async () => {
  const { server, acronym, undo } = await stageSettings();
  server.isTaken = true;
  undo();

  expect(await screen.findByText(/Someone else just changed this club/)).toBeTruthy();
  expect(acronym.value).toBe('NEW');
});
