import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { english } from '../../testing/english.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { toasts } from '../../ui/toasts.ts';
import { PublicProfilePage } from './public-profile-page.tsx';
import { SharingCard } from './sharing-card.tsx';

afterEach(() => {
  for (const { id } of toasts.shown.get()) toasts.hide(id);
  resetStage();
});

const link = {
  id: '4',
  url: 'https://campus.test/p/4',
  createdAt: '2026-11-01T10:00:00Z',
  expiresAt: null,
  isOpen: true,
  isWithdrawn: false,
  opened: 2,
};
const sharing = {
  isOn: true,
  isHeld: false,
  isPublic: false,
  url: 'https://campus.test/p',
  fields: [{ field: 'picture', isShared: false, audience: 'everyone' }],
  links: [link],
};

test('if the school has turned off sharing, the card offers nothing', async () => {
  await stage(<SharingCard />, { answers: { sharing: () => ({ ...sharing, isOn: false }) } });
  expect(await screen.findByText(english['sharing.off'])).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('users can turn on a public profile, and Undo turns it off again', async () => {
  let isPublic = true;
  await stage(<SharingCard />, {
    answers: { sharing: () => ({ ...sharing, isPublic: (isPublic = !isPublic) }) },
  });
  const choice = await screen.findByRole<HTMLInputElement>('switch');
  fireEvent.click(choice);
  await waitFor(() => expect(screen.getByDisplayValue(sharing.url)).toBeTruthy());
  const toast = toasts.shown.get().at(-1);
  expect([toast?.message, toast?.action?.label]).toEqual([english['sharing.saved'], 'Undo']);
  toast?.action?.run();
  await waitFor(() => expect(screen.queryByDisplayValue(sharing.url)).toBeNull());
});

test('revoking a link shows a toast', async () => {
  await stage(<SharingCard />, {
    answers: {
      sharing: () => sharing,
      '4': () => ({ ...link, isOpen: false, isWithdrawn: true }),
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Revoke/ }));
  await waitFor(() =>
    expect(toasts.shown.get().at(-1)?.message).toBe(english['sharing.withdrawn']),
  );
});

test('a profile that isn’t shared shows its own page, not an error', async () => {
  const failure = { code: 'not_shared', status: 404 };
  await stage(<PublicProfilePage />, {
    answers: { profile: () => Response.json(failure, { status: 404 }) },
  });
  expect(
    await screen.findByRole('heading', { level: 1, name: english['sharing.notShared'] }),
  ).toBeTruthy();
});
