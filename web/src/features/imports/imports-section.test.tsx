import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stage, strike } from '../../testing/stage.tsx';
import { ImportsSection } from './imports-section.tsx';

afterEach(strike);

const ready = {
  id: '4',
  kind: 'import',
  state: 'ready',
  source: 'people.csv',
  by: null,
  beganAt: '2026-11-20T10:00:00.000Z',
  endedAt: null,
  importId: null,
  progress: null,
  reason: null,
  report: {
    changes: [{ what: 'people', added: 2, changed: 0, ended: 40, unchanged: 0 }],
    people: { ended: 40, living: 60, mustSay: true },
    notes: [],
    noteTotal: 0,
    problems: [],
    problemTotal: 0,
  },
};
const none = () => ({ items: [] });

test('files that cannot be imported are said before anything is sent', async () => {
  const { asked } = await stage(<ImportsSection />, {
    answers: { newest: () => ({ run: null }), imports: none },
  });
  const input = await screen.findByLabelText(/Choose/, { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File(['x'], 'people.xlsx')] } });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(asked.map(({ path }) => path).toSorted()).toEqual(['newest']);
});

test('who would end many accounts says how many first', async () => {
  const { asked } = await stage(<ImportsSection />, {
    answers: {
      newest: () => ({ run: ready }),
      imports: none,
      confirm: () => ({ run: { ...ready, state: 'confirmed', report: null } }),
    },
  });
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Import' });
  expect(confirm.disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '41' } });
  expect(confirm.disabled).toBe(true);
  // As an Arabic keyboard writes it.
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '٤٠' } });
  expect(confirm.disabled).toBe(false);
  fireEvent.click(confirm);
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'confirm')?.body).toEqual({ ending: 40 }),
  );
});
