import { expect, test } from 'vitest';
import { amountOf, changesOf, contentOf, newDraft, payOf, type JobDraft } from './job-draft.ts';

const draft = (more: Partial<JobDraft> = {}): JobDraft => ({
  ...newDraft({ club: '7', currency: 'USD' }),
  title: 'Poster designer',
  description: 'You design posters.',
  closesAt: '2027-01-10T08:00:00.000Z',
  ...more,
});

test('extending a job sends only the closing time, so it needs no approval', () => {
  const closesAt = '2027-02-10T08:00:00.000Z';
  expect(changesOf(draft({ closesAt }), draft())).toEqual({ closesAt });
  expect(changesOf(draft({ title: 'Poster designer ' }), draft())).toEqual({});
});

test.each([
  ['15.50', 'USD', 1550],
  ['15', 'USD', 1500],
  ['1500', 'JPY', 1500],
  ['1.234', 'KWD', 1234],
  ['15.505', 'USD', null],
  ['1x', 'USD', null],
  ['-1', 'USD', null],
  ['99999999999999', 'USD', null],
])('the amount %s in %s is %s', (text, currency, amount) => {
  expect(amountOf(text, currency)).toBe(amount);
});

test('pay is a range, a single amount or empty', () => {
  const [min, max] = [
    { amount: 1550, currency: 'USD' },
    { amount: 1700, currency: 'USD' },
  ];
  expect(payOf(draft({ payMin: '15.50', payMax: '17' }))).toEqual({ min, max, per: 'hour' });
  expect(payOf(draft({ payMin: '15.50', payPer: 'once' }))).toEqual({ min, per: 'once' });
  expect(payOf(draft())).toBeNull();
});

test('a job with a link sends its URL and no questions, and only a school job sends an employer', () => {
  const url = 'https://jobs.example.org/7';
  const byLink = contentOf(draft({ apply: 'link', url, employer: 'Someone' }));
  expect(byLink).toMatchObject({ apply: 'link', url });
  expect(byLink).not.toHaveProperty('questions');
  expect(byLink).not.toHaveProperty('employer');
  expect(contentOf(draft({ club: '', employer: ' City Library ' }))).toMatchObject({
    employer: 'City Library',
    url: null,
    questions: { questions: [] },
  });
});
