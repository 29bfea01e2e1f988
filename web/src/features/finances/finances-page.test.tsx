import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { FinanceAccount } from '#contract/finances/shapes.ts';
import * as files from '../../lib/save-file.ts';
import { admin, failure, stage, resetStage, type Answers } from '../../testing/stage.tsx';
import { FinancesPage } from './finances-page.tsx';
import { FinancesSection } from './finances-section.tsx';
import { setHiding } from './money.tsx';
import { StudentAccount } from './student-account.tsx';

afterEach(() => {
  resetStage();
  setHiding(false);
  vi.restoreAllMocks();
});

const usd = (amount: number) => ({ amount, currency: 'USD' });
const line = (id: string, more: object = {}) => ({
  id,
  place: Number(id),
  kind: 'charge' as const,
  title: `Line ${id}`,
  detail: '',
  date: '2026-09-01',
  due: null,
  amount: usd(1_000),
  balance: usd(1_000),
  isReversed: false,
  reason: '',
  isNew: false,
  ...more,
});
const account = (more: Partial<FinanceAccount> = {}): FinanceAccount => ({
  id: '1',
  name: '',
  currency: 'USD',
  isMain: true,
  balance: usd(124_805),
  dueNow: usd(24_805),
  nextDue: { date: '2026-12-01', amount: usd(100_000) },
  totals: { charged: usd(300_000), credited: usd(100_000), paid: usd(75_195), pending: usd(0) },
  plan: [],
  terms: [{ term: { code: 'f26', name: 'Fall 2026' }, balance: usd(1_000), lines: [line('1')] }],
  isCut: false,
  ...more,
});
const contact = { name: '', email: '', phone: '', person: null, office: null };
const bursar = (more: object = {}) => ({
  accounts: [account()],
  since: null,
  newLines: 0,
  source: { at: '2026-11-20T06:00:00.000Z', isStale: false },
  contact,
  paysAt: null,
  ...more,
});
const show = (answers: Answers) =>
  stage(<FinancesPage />, {
    answers: {
      bursar: () => bursar(),
      holds: () => ({ items: [] }),
      proxies: () => ({ items: [] }),
      visit: () => ({ ok: true }),
      ...answers,
    },
  });

test('[FIN-01] the page shows the balance, amount due and next due date with cents, and users can hide amounts', async () => {
  await show({});
  const card = await screen.findByRole('region', { name: 'Balance for Student account' });
  expect(card.textContent).toContain('You owe$1,248.05');
  expect(card.textContent).toContain('$248.05 due now');
  expect(card.textContent).toContain('$1,000.00 due Tuesday, December 1');
  fireEvent.click(screen.getByRole('button', { name: 'Hide amounts on this device' }));
  await waitFor(() => expect(document.body.textContent).not.toMatch(/\$|\d,\d{3}/));
  expect(within(card).getAllByText('Amount hidden').length).toBeGreaterThan(0);
});

test('[FIN-01] same-day transactions from several terms keep the order of the balance', async () => {
  const term = (code: string, lines: ReturnType<typeof line>[]) => ({
    term: { code, name: code },
    balance: usd(0),
    lines,
  });
  const terms = [term('f26', [line('4'), line('2')]), term('s26', [line('3'), line('1')])];
  await show({ bursar: () => bursar({ accounts: [account({ terms })] }) });
  const rows = await screen.findAllByText(/^Line \d$/);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Line 4',
    'Line 3',
    'Line 2',
    'Line 1',
  ]);
});

test('[FIN-01] a credit appears as a credit, without a Pay button', async () => {
  await show({
    bursar: () =>
      bursar({
        accounts: [account({ balance: usd(-5_000), dueNow: usd(0), nextDue: null })],
        paysAt: 'pay.example',
      }),
  });
  const card = await screen.findByRole('region', { name: 'Balance for Student account' });
  expect(card.textContent).toContain('In credit$50.00');
  expect(card.textContent).toContain('Nothing is due.');
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
});

test('[FIN-01] outdated figures show their date, and users can still pay', async () => {
  await show({
    bursar: () =>
      bursar({ source: { at: '2026-11-20T06:00:00.000Z', isStale: true }, paysAt: 'pay.example' }),
  });
  expect(await screen.findByText(/^These figures are from/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay' })).toBeTruthy();
});

test('[FIN-01] downloading a statement asks for the password, and a wrong password shows an error', async () => {
  const saved = vi.spyOn(files, 'saveBase64').mockReturnValue();
  let isConfirmed = false;
  let isRight = false;
  const file = { name: 'statement.pdf', mediaType: 'application/pdf', content: 'AA==' };
  const { asked } = await show({
    statement: () => (isConfirmed ? file : failure(403, 'confirm_identity')),
    sessions: () => ({ items: [], hasPassword: true }),
    confirmation: () => {
      if (!isRight) return failure(403, 'wrong_password');
      isConfirmed = true;
      return { ok: true };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Statements' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  const field = within(dialog).getByLabelText<HTMLInputElement>('Password');
  const go = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  fireEvent.change(field, { target: { value: 'guess' } });
  go();
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(saved).not.toHaveBeenCalled();
  isRight = true;
  fireEvent.change(field, { target: { value: 'right' } });
  go();
  await waitFor(() => expect(saved).toHaveBeenCalledWith(file.name, file.content, file.mediaType));
  expect(asked.filter(({ path }) => path === 'statement').map(({ body }) => body)).toEqual([
    { account: '1', format: 'pdf', language: 'en' },
    { account: '1', format: 'pdf', language: 'en' },
  ]);
});

test('[FIN-01] the finance office enters amounts with cents, and the form rejects ambiguous amounts', async () => {
  const lines = [line('1'), line('2', { isReversed: true }), line('3', { reverses: '2' })];
  const { asked } = await stage(<StudentAccount uid="7" />, {
    user: admin,
    answers: {
      '7': () => ({
        person: { uid: '7', firstName: 'Ana', lastName: '', photoUrl: null, username: 'ana' },
        accounts: [account({ terms: [{ term: null, balance: usd(0), lines }] })],
        holds: [],
        source: { at: null, isStale: false },
        currency: 'USD',
        terms: [],
      }),
      lines: () => ({ id: '9' }),
    },
  });
  // Only transactions that still count can be reversed.
  await screen.findByRole('button', { name: 'Reverse Line 1' });
  expect(screen.getAllByRole('button', { name: /^Reverse / })).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Add transaction' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add transaction' });
  const type = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  const send = () =>
    fireEvent.submit(within(dialog).getByLabelText('Description').closest('form')!);
  type('Description', 'Tuition');
  // The comma separates thousands in some countries and cents in others.
  for (const refused of ['0.00', '1,248.05', '12.345']) {
    type('Amount in USD', refused);
    send();
    expect(await within(dialog).findByText(/^Enter an amount above zero/)).toBeTruthy();
  }
  expect(asked.some(({ path }) => path === 'lines')).toBe(false);
  type('Amount in USD', '1248.05');
  send();
  await waitFor(() =>
    expect(asked.findLast(({ path }) => path === 'lines')?.body).toMatchObject({
      kind: 'charge',
      amount: 124_805,
      currency: 'USD',
      account: '1',
    }),
  );
});

test('[FIN-01] the finance office lists, sorts and exports overdue accounts, and lists holds', async () => {
  const person = { uid: '7', firstName: 'Ana', lastName: 'Silva', photoUrl: null, username: 'ana' };
  const overdue = {
    person,
    account: {
      id: '1',
      name: 'Tuition',
      balance: usd(90_000),
      dueNow: usd(45_000),
      oldestDue: '2026-09-08',
    },
    hold: null,
  };
  const { asked } = await stage(<FinancesSection />, {
    user: admin,
    answers: {
      accounts: ({ show }) => ({ items: show === 'holds' ? [] : [overdue], nextCursor: null }),
    },
  });
  const queries = () => asked.flatMap(({ path, query }) => (path === 'accounts' ? [query] : []));
  fireEvent.click(await screen.findByRole('button', { name: 'Overdue' }));
  const open = await screen.findByRole('link', { name: 'View account for Ana Silva' });
  expect(open.getAttribute('href')).toContain('uid=7');
  expect(screen.getByText('$450.00')).toBeTruthy();
  expect(queries().at(-1)).toMatchObject({ sort: 'amount', order: 'desc' });
  const byDate = screen.getByRole('option', { name: 'Oldest due date' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), {
    target: { value: byDate.getAttribute('value') },
  });
  await waitFor(() =>
    expect(queries().at(-1)).toMatchObject({ show: 'overdue', sort: 'date', order: 'asc' }),
  );
  await waitFor(() => expect(window.location.search).toContain('sort=date&order=asc'));
  expect(
    (await screen.findByRole('link', { name: 'View account for Ana Silva' })).getAttribute('href'),
  ).toContain('sort=date');
  expect(screen.getByText('Due Sep 8, 2026')).toBeTruthy();
  const saved = vi.spyOn(files, 'saveFile').mockReturnValue();
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(saved.mock.calls[0]?.slice(0, 2)).toEqual([
    'overdue.csv',
    expect.stringContaining('"ana","Ana","Silva","Tuition","900.00","450.00","USD","2026-09-08"'),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Holds' }));
  expect(await screen.findByText('No open holds')).toBeTruthy();
});
