import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Application } from '#contract/club-registration/endpoints.ts';
import { failure, stage, resetStage } from '../../testing/stage.tsx';
import { useApplicationDraft, type ApplicationWork } from './use-application-draft.ts';

afterEach(() => {
  resetStage();
  vi.useRealTimers();
});

/** The hook reads these fields of a registration. */
const application = {
  id: '31',
  version: 4,
  name: 'Garden',
  description: '',
  membership: 'open',
  type: null,
  categories: [],
  officers: [],
  removals: [],
  isRosterConfirmed: false,
  answers: {},
  form: { revision: 2 },
} as unknown as Application;

const works: ApplicationWork[] = [];
const work = () => works.at(-1);
function Writer() {
  const work = useApplicationDraft(application);
  works.push(work);
  return (
    <>
      <input
        aria-label="Name"
        value={work.draft.name}
        onChange={({ target }) => work.change({ name: target.value })}
      />
      {work.isConflict && <p>Conflict</p>}
      {!work.isConflict && work.error && <p>Not saved</p>}
    </>
  );
}
const type = (value: string) =>
  fireEvent.change(screen.getByLabelText('Name'), { target: { value } });

test('[CLUB-03] after a pause, the form saves only changed fields, with their version', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let version = 4;
  const { asked } = await stage(<Writer />, {
    answers: { '31': () => ({ ...application, version: (version += 1) }) },
  });
  type('Gardens');
  type('Gardening');
  await act(() => vi.advanceTimersByTimeAsync(900));
  await waitFor(() =>
    expect(asked.map(({ body }) => body)).toEqual([{ version: 4, name: 'Gardening' }]),
  );
  type('Gardeners');
  expect(await act(async () => work()?.flush())).toBe(6);
  expect(asked.map(({ body }) => body)).toEqual([
    { version: 4, name: 'Gardening' },
    { version: 5, name: 'Gardeners' },
  ]);
});

test('[CLUB-03] if someone else saves first, the form stops saving and keeps the draft', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { asked } = await stage(<Writer />, {
    answers: { '31': () => failure(409, 'club_application_changed') },
  });
  type('Mine');
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(await screen.findByText('Conflict')).toBeTruthy();
  type('Mine, still');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(asked).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine, still');
});

test('[CLUB-03] a failed save shows an error, and the next change saves again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isDown = true;
  const { asked } = await stage(<Writer />, {
    answers: {
      '31': () => (isDown ? failure(503, 'unavailable') : { ...application, version: 5 }),
    },
  });
  type('Garden club');
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(await screen.findByText('Not saved')).toBeTruthy();
  isDown = false;
  type('Garden clubs');
  await act(() => vi.advanceTimersByTimeAsync(900));
  await waitFor(() => expect(work()?.isDirty).toBe(false));
  expect(asked.at(-1)?.body).toEqual({ version: 4, name: 'Garden clubs' });
});
