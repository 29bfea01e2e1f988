import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { webhookEvents } from '#contract/webhooks/events.ts';
import { admin, stage, resetStage, type Answers } from '../../testing/stage.tsx';
import { toasts } from '../../ui/toasts.ts';
import { WebhooksSection } from './webhooks-section.tsx';

afterEach(resetStage);

const hook = {
  id: '5',
  url: 'https://hooks.example/in',
  events: [webhookEvents[0]],
  isOn: true,
  failingSince: null,
  offReason: null,
  formerSecretUntil: null,
};
const problem = (status: number, code: string) =>
  Response.json({ code, title: code, status }, { status });

const show = (answers: Answers) => stage(<WebhooksSection />, { answers, user: admin });

test('a rejected address shows an error at its field', async () => {
  const replies: unknown[] = [{ items: [] }, problem(400, 'webhook_address')];
  await show({ webhooks: () => replies.shift() });
  fireEvent.click(await screen.findByRole('button', { name: 'Add webhook' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  fireEvent.change(field, { target: { value: 'https://10.0.0.1/' } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Add webhook' }).at(-1)!);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field);
});

test('deleting a webhook asks for confirmation, and Cancel keeps the webhook', async () => {
  const { asked } = await show({
    webhooks: () => ({ items: [hook] }),
    '5': () => ({}),
  });
  const open = async () => {
    fireEvent.click(
      await screen.findByRole('button', { name: 'More actions for hooks.example/in' }),
    );
    fireEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }));
  };
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked.some(({ path }) => path === '5')).toBe(false);
  await open();
  await screen.findByRole('alertdialog');
  fireEvent.click(screen.getAllByRole('button', { name: /Delete/ }).at(-1)!);
  await waitFor(() => expect(asked.some(({ path }) => path === '5')).toBe(true));
  await waitFor(() => expect(toasts.shown.get().length).toBeGreaterThan(0));
});
