import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { me, stage, resetStage } from '../../testing/stage.tsx';
import { ImportsSection } from './imports-section.tsx';

afterEach(resetStage);

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
  invites: false,
  report: {
    invitable: 0,
    changes: [{ what: 'people', added: 2, changed: 0, ended: 40, unchanged: 0 }],
    people: { disabled: 40, active: 60, needsConfirmation: true },
    notes: [],
    noteTotal: 0,
    problems: [],
    problemTotal: 0,
  },
};
const none = () => ({ items: [] });

test('the page rejects invalid files before it sends anything', async () => {
  const { asked } = await stage(<ImportsSection />, {
    answers: { newest: () => ({ run: null }), imports: none },
  });
  const input = await screen.findByLabelText(/Choose/, { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File(['x'], 'people.xlsx')] } });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(asked.map(({ path }) => path).toSorted()).toEqual(['newest']);
});

test('deactivating many accounts requires typing their number', async () => {
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
  // Arabic keyboards type this.
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '٤٠' } });
  expect(confirm.disabled).toBe(false);
  fireEvent.click(confirm);
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'confirm')?.body).toEqual({ disabled: 40 }),
  );
});

test('the import sends invitations if an admin checks the box, and the result links to the list', async () => {
  const quiet = {
    ...ready.report,
    people: { disabled: 0, active: 60, needsConfirmation: false },
    invitable: 2,
  };
  const run = { ...ready, report: quiet };
  const done = { ...run, state: 'done', importId: '7', invites: true };
  let newest: unknown = { run };
  const { asked } = await stage(<ImportsSection />, {
    answers: {
      newest: () => newest,
      imports: none,
      confirm: () => (newest = { run: done }),
    },
    user: { ...me, permissions: ['imports.manage'] },
  });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Send invitations (2)',
  });
  expect(box.checked).toBe(false);
  fireEvent.click(box);
  fireEvent.click(screen.getByRole('button', { name: 'Import' }));
  const link = await screen.findByRole('link', { name: 'Who hasn’t signed in?' });
  expect(link.getAttribute('href')).toBe('/admin/invitations');
  expect(asked.find(({ path }) => path === 'confirm')?.body).toEqual({ invite: true });
});
