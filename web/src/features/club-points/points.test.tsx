import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { failure, stage, resetStage } from '../../testing/stage.tsx';
import { GiveDialog } from './give-dialog.tsx';
import { PointsDialog } from './points-dialog.tsx';

afterEach(resetStage);

test('points for hundreds of people go out in batches, and a retry doesn’t give anyone points twice', async () => {
  const uids = Array.from({ length: 450 }, (_, nth) => String(nth + 1));
  let calls = 0;
  const done = vi.fn<() => void>();
  const onClose = () => undefined;
  const { asked } = await stage(<GiveDialog club="7" uids={uids} done={done} onClose={onClose} />, {
    answers: {
      points: () => {
        calls += 1;
        return calls === 2 ? failure(503, 'unavailable') : { given: calls === 1 ? 200 : 50 };
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Give points' }));
  expect(await screen.findByText('Enter a reason.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Helped at the fair' } });
  fireEvent.click(screen.getByRole('button', { name: 'Give points' }));
  await waitFor(() => expect(calls).toBe(2));
  const again = await screen.findByRole('button', { name: 'Give points' });
  await waitFor(() => expect(again.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(again);
  await waitFor(() => expect(done).toHaveBeenCalled());
  const sent = asked.flatMap(({ body }) =>
    body === undefined ? [] : [body as { clientId: string; uids: string[] }],
  );
  expect(sent.map((one) => one.uids.length)).toEqual([200, 200, 200, 200, 50]);
  const idOf = new Map<string, string>();
  for (const { uids: people, clientId } of sent)
    for (const uid of people) {
      expect(idOf.get(uid) ?? clientId).toBe(clientId);
      idOf.set(uid, clientId);
    }
  expect(idOf.size).toBe(450);
});

test('an officer reverses a transaction after confirmation, and can’t reverse one twice', async () => {
  const line = (id: string, more: object) => ({
    id,
    source: 'given',
    points: 5,
    reason: `Line ${id}`,
    by: { uid: '3', firstName: 'Ben', lastName: '', photoUrl: null },
    at: '2026-11-20T10:00:00.000Z',
    isReversed: false,
    can: { reverse: false },
    ...more,
  });
  const items = [
    line('2', { can: { reverse: true } }),
    line('1', { points: -5, isReversed: true }),
  ];
  const { asked } = await stage(
    <PointsDialog club="7" person={{ uid: '9', name: 'Ana' }} onClose={() => undefined} />,
    {
      answers: {
        points: () => ({ items, nextCursor: null, balance: 12 }),
        reversal: () => ({ ok: true }),
      },
    },
  );
  expect(await screen.findByText('12 points')).toBeTruthy();
  expect(screen.getByText('+5')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Reverse/ })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: /^Reverse/ }));
  const question = await screen.findByRole('alertdialog');
  expect(asked.some(({ path }) => path === 'reversal')).toBe(false);
  fireEvent.click(within(question).getByRole('button', { name: /^Reverse/ }));
  await waitFor(() => expect(asked.some(({ path }) => path === 'reversal')).toBe(true));
});
