import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Newsletter } from '#contract/newsletters/endpoints.ts';
import { english } from '../../testing/english.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { toasts } from '../../ui/toasts.ts';
import { InboxMessage } from './inbox-message.tsx';
import { InboxSettingsButton } from './inbox-parts.tsx';
import { MoreActions } from './newsletter-actions.tsx';
import { nextOffset } from '../../lib/next-offset.ts';
import { NewslettersSection, ofSchool } from './newsletters-section.tsx';

afterEach(() => {
  for (const { id } of toasts.shown.get()) toasts.hide(id);
  resetStage();
});

test('the list shows the recipients of a newsletter, and an empty list shows a button to create one', async () => {
  const item = { id: '3', title: 'Week 4', state: 'sent', sentAt: '2026-11-01T10:00:00Z' };
  const counts = { changedAt: '2026-11-01T10:00:00Z', read: 3, recipients: 12, mailed: 9 };
  await stage(<NewslettersSection />, {
    answers: { newsletters: () => ({ items: [{ ...item, ...counts }], total: 1 }) },
  });
  expect((await screen.findByRole('link', { name: /Week 4/ })).textContent).toContain('12');
  resetStage();
  await stage(<NewslettersSection />, {
    answers: { newsletters: () => ({ items: [], total: 0 }) },
  });
  expect(await screen.findByRole('heading', { level: 2 })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'New newsletter' })).toBeTruthy();
});

test('deleting a newsletter asks for confirmation and then shows a toast', async () => {
  const { asked } = await stage(
    <MoreActions
      config={ofSchool}
      email={{ id: '3', title: 'Week 4', state: 'draft' } as Newsletter}
    />,
    { answers: { '3': () => ({}) } },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByRole('alertdialog', { name: /Week 4/ });
  expect(asked).toEqual([]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete' }).at(-1)!);
  await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['3']));
  await waitFor(() => expect(toasts.shown.get()).toHaveLength(1));
});

test('a deleted newsletter shows a message, and users can turn newsletter emails on', async () => {
  await stage(<InboxMessage id="9" isPreview={false} />, {
    answers: { '9': () => Response.json({ code: 'not_found', status: 404 }, { status: 404 }) },
  });
  expect(await screen.findByText(english['inbox.gone'])).toBeTruthy();
  resetStage();
  let byMail = true;
  await stage(<InboxSettingsButton />, {
    answers: { choice: () => ({ byMail: (byMail = !byMail), clubs: [], events: [] }) },
  });
  fireEvent.click(screen.getByRole('button', { name: english['inbox.settings'] }));
  const choice = await screen.findByRole<HTMLInputElement>('switch');
  expect(choice.checked).toBe(false);
  fireEvent.click(choice);
  await waitFor(() => expect(toasts.shown.get().at(-1)?.message).toBe(english['inbox.byMailOn']));
  expect(choice.checked).toBe(true);
});

test('the next page starts where the previous one ended', () => {
  const page = { items: [1, 2], total: 3 };
  expect([
    nextOffset(page, [page]),
    nextOffset({ items: [3], total: 3 }, [page, { items: [3], total: 3 }]),
  ]).toEqual([2, undefined]);
});
