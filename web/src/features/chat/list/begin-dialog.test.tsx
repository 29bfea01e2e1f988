import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { failure, someone, stage, resetStage } from '../../../testing/stage.tsx';
import { BeginDialog } from './begin-dialog.tsx';

afterEach(resetStage);

const nora = { ...someone, uid: '21', firstName: 'Nora', lastName: 'Lindqvist' };
const ben = { ...someone, uid: '22', firstName: 'Ben', lastName: 'Okafor' };
const person = (name: RegExp) => screen.findByRole('button', { name, pressed: false });

const open = (addable: () => Readonly<Record<string, boolean>>) =>
  stage(<BeginDialog isOpen onClose={() => undefined} />, {
    answers: {
      connections: () => ({
        items: [nora, ben],
        total: 2,
        counts: { incoming: 0, sent: 0, connected: 2 },
      }),
      mobile_people: () => [{ people: [nora] }],
      'group-candidates': ({ uids = '' }) => ({
        items: uids.split(',').map((uid) => ({ uid, canAdd: addable()[uid] ?? true })),
      }),
      conversations: () => failure(403, 'chat_not_allowed'),
    },
  });

test('the dialog marks people who can’t be in a group before the user selects them', async () => {
  await open(() => ({ '22': false }));
  const marked = await screen.findByRole('button', { name: /Ben Okafor.*Direct messages only/ });
  // If chosen alone, they can get a message, but no one else can be added.
  fireEvent.click(marked);
  expect(await screen.findByText(/^You can only message Ben Okafor directly/)).toBeTruthy();
  expect((await person(/Nora/)).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: /^Remove Ben Okafor|Ben Okafor.*remove/i }));
  fireEvent.click(await person(/Nora/));
  expect((await person(/Ben Okafor/)).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(await person(/Ben Okafor/));
  expect(screen.getByRole('button', { name: 'Start chat' })).toBeTruthy();
});

test('an error names the person until the selection changes, and selecting someone clears the search', async () => {
  let canAdd = true;
  await open(() => ({ '22': canAdd }));
  fireEvent.click(await person(/Ben Okafor/));
  const search = screen.getByRole<HTMLInputElement>('searchbox');
  fireEvent.change(search, { target: { value: 'nor' } });
  fireEvent.click(await person(/Nora/));
  expect(search.value).toBe('');
  canAdd = false;
  fireEvent.click(screen.getByRole('button', { name: 'Create group' }));
  const said = 'You can’t add Ben Okafor to a group. Remove them, or connect first.';
  expect(await screen.findByText(said)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Remove Ben Okafor/ }));
  await waitFor(() => expect(screen.queryByText(said)).toBeNull());
});
