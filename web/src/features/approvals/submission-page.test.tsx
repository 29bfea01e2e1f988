import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Submission } from '#contract/approvals/endpoints.ts';
import { failure, stage, resetStage, type Answers } from '../../testing/stage.tsx';
import { SubmissionPage } from './submission-page.tsx';

afterEach(resetStage);

const at = '2026-11-20T10:00:00.000Z';
const face = (uid: string, firstName: string) => ({ uid, firstName, lastName: '', photoUrl: null });
const stageOf = (place: number, name: string, state: Submission['stages'][number]['state']) => ({
  place,
  name,
  state,
  reviewers: { people: [], roles: [`${name} office`], managers: false },
  decidedAt: state === 'approved' ? at : null,
  decidedBy: state === 'approved' ? face('3', 'Dean') : null,
});
const nothing = { decide: false, comment: false, withdraw: false, resubmit: false, remind: false };
const waiting: Submission = {
  id: '5',
  kind: 'club_registration',
  title: 'Garden',
  link: null,
  club: null,
  submitter: face('2', 'Ana'),
  submitterName: null,
  state: 'submitted',
  step: { place: 1, name: 'Finance', count: 2 },
  submittedAt: at,
  waitingSince: at,
  endedAt: null,
  version: 3,
  fields: [
    { key: null, label: 'Plan', value: 'Tomatoes', before: 'Potatoes' },
    { key: 'membership', label: 'Who can join', value: 'open', before: null },
  ],
  stages: [stageOf(0, 'Dean', 'approved'), stageOf(1, 'Finance', 'waiting')],
  entries: [
    {
      number: 1,
      kind: 'submitted',
      step: null,
      author: face('2', 'Ana'),
      authorName: null,
      text: '',
      at,
    },
    {
      number: 2,
      kind: 'approved',
      step: 'Dean',
      author: face('3', 'Dean'),
      authorName: null,
      text: '',
      at,
    },
  ],
  can: { ...nothing, decide: true, comment: true },
};
const denied: Submission = {
  ...waiting,
  state: 'denied',
  step: null,
  waitingSince: null,
  endedAt: at,
  version: 4,
  can: nothing,
};

const show = (submission: () => Submission, answers: Answers = {}) =>
  stage(<SubmissionPage />, { answers: { '': submission, ...answers } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('a reviewer sees the submission and its progress, and needs a reason to deny it', async () => {
  let now = waiting;
  const { asked } = await show(() => now, {
    decision: () => (now = denied),
  });
  expect(await screen.findByText('Tomatoes')).toBeTruthy();
  expect(screen.getByText('Potatoes').tagName).toBe('DEL');
  // Known values appear in the reader's language.
  expect(screen.getByText('Anyone, right away')).toBeTruthy();
  const track = screen.getByRole('list', { name: 'Progress' });
  expect(track.querySelector('[aria-current=step]')?.textContent).toContain('Finance');
  expect(screen.getByText('Next: review by Finance office')).toBeTruthy();
  await press('Deny');
  const dialog = await screen.findByRole('dialog', { name: 'Deny “Garden”' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Deny' }));
  expect(await within(dialog).findByText(/^Enter a reason/)).toBeTruthy();
  expect(asked.some(({ path }) => path === 'decision')).toBe(false);
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Too late.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Deny' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ path }) => path === 'decision')?.body).toEqual({
    version: 3,
    decision: 'deny',
    reason: 'Too late.',
  });
  await waitFor(() => expect(screen.queryByText('Your decision')).toBeNull());
});

test('if someone else decides first, the second decision fails and keeps its text', async () => {
  let now = waiting;
  await show(() => now, {
    decision: () => {
      now = denied;
      return failure(409, 'submission_changed');
    },
  });
  await press('Request changes');
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Add a quote.' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Request changes' }));
  expect(await within(dialog).findByText(/Someone else just changed this submission/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Your decision')).toBeNull());
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Add a quote.');
});

test('the author sees the requested changes, can resubmit, and can withdraw after confirmation', async () => {
  const back: Submission = {
    ...waiting,
    state: 'changes_requested',
    stages: [stageOf(0, 'Dean', 'approved'), stageOf(1, 'Finance', 'changes_requested')],
    entries: [
      ...waiting.entries,
      {
        number: 3,
        kind: 'changes_requested',
        step: 'Finance',
        author: face('4', 'Fay'),
        authorName: null,
        text: 'Add a quote.',
        at,
      },
    ],
    can: { decide: false, comment: true, withdraw: true, resubmit: true, remind: false },
  };
  const { asked } = await show(() => back, { resubmit: () => waiting, withdraw: () => denied });
  const said = await screen.findByRole('region', { name: 'Changes requested' });
  expect(said.textContent).toContain('Add a quote.');
  await press('Submit again');
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'resubmit')?.body).toEqual({ version: 3 }),
  );
  await press('Withdraw');
  const question = await screen.findByRole('alertdialog', { name: 'Withdraw “Garden”?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(asked.some(({ path }) => path === 'withdraw')).toBe(true));
});
