import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as files from '../../lib/save-file.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { toasts } from '../../ui/toasts.ts';
import { InvitationsSection } from './invitations-section.tsx';

afterEach(() => {
  for (const { id } of toasts.shown.get()) toasts.hide(id);
  resetStage();
});

const row = (uid: string, firstName: string, state: string, email: string | null) => ({
  person: { uid, firstName, lastName: '', photoUrl: null, username: firstName.toLowerCase() },
  email,
  state,
  invitedAt: state === 'sent' ? '2026-11-20T10:00:00.000Z' : null,
  expiresAt: state === 'sent' ? '2026-11-27T10:00:00.000Z' : null,
});
const listOf = (canInvite: boolean) => () => ({
  items: [
    row('1', 'Uma', 'sent', 'uma@demo.test'),
    row('2', 'Vic', 'none', null),
    row('3', 'Wim', 'queued', 'wim@demo.test'),
  ],
  nextCursor: null,
  canInvite,
  invitable: 2,
});

test('admins can resend an invitation to one person or to all, and the result counts skipped people', async () => {
  const { asked } = await stage(<InvitationsSection />, {
    // One address returns both the list and the results of the sent ones.
    answers: { invitations: () => ({ ...listOf(true)(), queued: 0, skipped: 1, unreachable: 1 }) },
  });
  const sent = () => asked.flatMap(({ body }) => (body === undefined ? [] : [body]));
  fireEvent.click(screen.getByRole('button', { name: 'Send again to Uma' }));
  await waitFor(() =>
    expect(toasts.shown.get().at(-1)?.message).toBe(
      'No invitations sent. Skipped 1 person who was invited within the last hour. 1 person has no email address.',
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Invite all (2)' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(sent()).toEqual([{ people: ['1'] }, { people: 'all' }]));
});

test('the page offers no invitations if people use single sign-on', async () => {
  await stage(<InvitationsSection />, { answers: { invitations: listOf(false) } });
  expect(await screen.findByText(/requires single sign-on/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /invit/i })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('the export contains every page of the list', async () => {
  const saved = vi.spyOn(files, 'saveFile').mockReturnValue();
  await stage(<InvitationsSection />, {
    answers: {
      invitations: ({ cursor, size }: Record<string, string>) => ({
        ...listOf(true)(),
        items: [
          cursor === 'next' ? row('5', '=Yan', 'none', null) : row('1', 'Uma', 'sent', 'uma@x'),
        ],
        nextCursor: cursor === undefined && size === '100' ? 'next' : null,
      }),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(String(saved.mock.calls[0]?.[1]).split('\r\n').slice(1)).toEqual([
    '"uma","Uma","","uma@x","sent","2026-11-20T10:00:00.000Z","2026-11-27T10:00:00.000Z"',
    `"'=yan","'=Yan","","","none","",""`,
    '',
  ]);
});
