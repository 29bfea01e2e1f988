import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Face } from '#contract/people/endpoints.ts';
import { someone, stage, resetStage } from '../testing/stage.tsx';
import { PersonPicker } from './person-picker.tsx';

afterEach(resetStage);

const ben = { ...someone, uid: '8', id: '8', firstName: 'Ben', lastName: 'Okafor' };
const { uid, firstName, lastName, photoUrl } = someone;
const ana: Face = { uid, firstName, lastName, photoUrl };

function Picker({
  received,
  max = 5,
}: {
  received: (people: readonly Face[]) => void;
  max?: number;
}) {
  const [people, setPeople] = useState<readonly Face[]>([ana]);
  return (
    <PersonPicker
      label="Officers"
      people={people}
      max={max}
      onChange={(next) => {
        received(next);
        setPeople(next);
      }}
    />
  );
}

test('the picker offers people by name except those already selected, adds the selected person and removes others', async () => {
  const received = vi.fn<(people: readonly Face[]) => void>();
  const { asked } = await stage(<Picker received={received} />, {
    answers: { user_all: () => ({ items: [someone, ben] }) },
  });
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Officers' });
  field.focus();
  fireEvent.change(field, { target: { value: 'o' } });
  const option = await screen.findByRole('option', { name: /Ben Okafor/ });
  expect(screen.getAllByRole('option')).toEqual([option]);
  fireEvent.click(option);
  await waitFor(() => expect(received).toHaveBeenCalledOnce());
  expect(received.mock.calls[0]?.[0].map((one) => one.uid)).toEqual(['7', '8']);
  expect(asked[0]?.query['search_word']).toBe('o');
  expect(field.value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Remove Ana Silva' }));
  expect(received.mock.lastCall?.[0].map((one) => one.uid)).toEqual(['8']);
  expect(document.activeElement).toBe(field);
});

test('the picker is disabled when it has the maximum number of people', async () => {
  await stage(<Picker received={() => undefined} max={1} />);
  expect(screen.getByRole<HTMLInputElement>('combobox').disabled).toBe(true);
});
