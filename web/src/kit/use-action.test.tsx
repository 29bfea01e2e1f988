import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { listBlocks } from '#contract/safety/calls.ts';
import { CallError } from '../lib/call-error.ts';
import { stage, resetStage } from '../testing/stage.tsx';
import { toasts } from '../ui/toasts.ts';
import { confirm } from './confirm.ts';
import { useAction, type ActionOptions } from './use-action.ts';

afterEach(() => {
  for (const { id } of toasts.shown.get()) toasts.hide(id);
  resetStage();
});
const refused = () =>
  Promise.reject(new CallError({ status: 403, code: 'forbidden', message: 'no' }));

function Doer({
  work,
  options,
}: {
  work: (input: string) => Promise<string>;
  options: ActionOptions<string, string>;
}) {
  const { run, pendingInput: pending } = useAction(work, options);
  return (
    <button type="button" onClick={() => run('out')}>
      {pending ?? 'Do it'}
    </button>
  );
}

test('a successful action shows a toast with Undo, and the toast after the undo has no Undo', async () => {
  const work = vi.fn<(input: string) => Promise<string>>(async (input) => `${input} done`);
  await stage(
    <Doer
      work={work}
      options={{ success: (reply) => reply, undo: (input) => (input === 'out' ? 'back' : 'out') }}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Do it' }));
  await waitFor(() => expect(toasts.shown.get().at(-1)?.message).toBe('out done'));
  const { action } = toasts.shown.get().at(-1) ?? {};
  expect(action?.label).toBe('Undo');
  act(() => action?.run());
  await waitFor(() => expect(toasts.shown.get().at(-1)?.message).toBe('back done'));
  expect(toasts.shown.get().at(-1)?.action).toBeUndefined();
  expect(work.mock.calls.map(([input]) => input)).toEqual(['out', 'back']);
});

test('a failed action reverts its optimistic change, shows an error and reloads stale data', async () => {
  const shown: string[] = [];
  const { client } = await stage(
    <Doer
      work={refused}
      options={{
        optimistic(input) {
          shown.push(input);
          return () => shown.push('taken back');
        },
        invalidates: [listBlocks],
      }}
    />,
  );
  client.setQueryData([listBlocks, {}], { items: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Do it' }));
  expect(await screen.findByText('You don’t have permission to do that.')).toBeTruthy();
  expect(shown).toEqual(['out', 'taken back']);
  expect(client.getQueryState([listBlocks, {}])?.isInvalidated).toBe(true);
});

test('the response replaces the query’s data, and undo receives the previous data', async () => {
  const undo = vi.fn<(input: string, before: string | undefined) => undefined>();
  const { client } = await stage(
    <Doer work={async () => 'new'} options={{ updates: ['policy'], success: 'Saved', undo }} />,
  );
  client.setQueryData(['policy'], 'old');
  fireEvent.click(screen.getByRole('button', { name: 'Do it' }));
  await waitFor(() => expect(undo).toHaveBeenCalledWith('out', 'old'));
  expect(client.getQueryData(['policy'])).toBe('new');
});

const question = {
  title: 'Delete it?',
  body: 'It does not come back.',
  confirmLabel: 'Delete',
  isDanger: true,
};

test('an action asks for confirmation first, and an error appears in the dialog, which stays open', async () => {
  const work = vi.fn<() => Promise<string>>().mockImplementationOnce(refused);
  work.mockResolvedValueOnce('gone');
  await stage(<Doer work={work} options={{ confirm: () => question, success: 'Deleted' }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Do it' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete it?' });
  expect(work).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You don’t have permission to do that.',
  );
  expect(dialog.isConnected).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(toasts.shown.get().at(-1)?.message).toBe('Deleted');
});

test('if the dialog closes during the action, the error appears as an alert', async () => {
  let refuse: () => void = () => undefined;
  const work = () =>
    new Promise<string>((_, reject) => {
      refuse = () => reject(new CallError({ status: 403, code: 'forbidden', message: 'no' }));
    });
  await stage(<Doer work={work} options={{ confirm: () => question }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Do it' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  act(() => refuse());
  expect(await screen.findByText('You don’t have permission to do that.')).toBeTruthy();
});

test('canceling a confirmation returns false, and confirming it returns true', async () => {
  await stage(<p />);
  const said = vi.fn<(isYes: boolean) => void>();
  act(() => void confirm({ ...question, cancelLabel: 'Keep it' }).then(said));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(said).toHaveBeenCalledWith(false));
  act(() => void confirm(question).then(said));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(said).toHaveBeenLastCalledWith(true));
});
