import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Face } from '#contract/people/endpoints.ts';
import { someone, stage, resetStage } from '../testing/stage.tsx';
import { MembersDialog } from './members-dialog.tsx';

afterEach(resetStage);
const ana: Face = someone;
const ben: Face = { ...someone, uid: '8', firstName: 'Ben', lastName: 'Okafor' };

test('users can find, add and remove members by name, and the search doesn’t offer current members', async () => {
  const onPut = vi.fn<(person: Face, isIn: boolean) => void>();
  await stage(
    <MembersDialog
      title="People of Chess"
      body="By hand"
      inside="Added"
      none={{ title: 'Nobody yet', body: 'Find somebody' }}
      members={{
        queryKey: ['members'],
        queryFn: async () => ({ items: [ana] }),
        initialPageParam: '',
        getNextPageParam: () => undefined,
      }}
      busy={undefined}
      onPut={onPut}
      onClose={() => undefined}
    />,
    { answers: { user_all: () => ({ items: [ana, ben], count: 2 }) } },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ana Silva' }));
  expect(onPut).toHaveBeenLastCalledWith(ana, false);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'a' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Add Ben Okafor' }));
  expect(onPut.mock.lastCall?.[0].uid).toBe('8');
  expect(onPut.mock.lastCall?.[1]).toBe(true);
  expect(screen.queryByRole('button', { name: 'Add Ana Silva' })).toBeNull();
});
