import { describe, expect, test } from 'vitest';
import type { Content } from '../../../test/import-folder.ts';
import { inImports } from '../../../test/import-world.ts';
import { inWorld } from '../../../test/world.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { problemLine } from './problems.ts';

const world = inWorld();
const { newSchool, bring, stored, undo, exported } = inImports(world, [
  'clubs',
  'club-accounts',
  'ledger-entries',
]);

const accountsFile =
  'code,name,role,parent,club,currency,main,carriesOver,archived\n' +
  'G,Student clubs,group,,,,,,\n' +
  'FUND,Activity fee,fund,,,,,,\n' +
  'C001,,club,G,chess,,,no,\n' +
  'C002,Chess trips,club,G,chess,,no,,\n' +
  'OLD,Old fund,fund,,,,,,yes\n' +
  'FUND,Activity fee in yen,fund,,,JPY,,,\n';
const entriesFile =
  'entry,date,title,category,kind,account,amount,currency,reverses,reason\n' +
  'e1,2026-09-01,Activity fee,,income,FUND,1000.50,,,\n' +
  'e1,,,,,external,-1000.50,,,\n' +
  'e2,2026-09-02,Fall allocation,,allocation,C001,300,,,\n' +
  'e2,2026-09-02,Fall allocation,,allocation,FUND,-300.00,,,\n' +
  'e3,2026-10-01,Boards,equipment,expense,C001,-40.25,,,\n' +
  'e3,,,,,desk,40.25,,,\n' +
  'e4,2026-10-02,Boards,equipment,expense,C001,40.25,,e3,Wrong club\n' +
  'e4,,,,,desk,-40.25,,,\n' +
  'e5,2025-05-01,Closed,,transfer,OLD,-7,,,\n' +
  'e5,,,,,external,7,,,\n' +
  'y1,2026-09-05,Yen,,income,FUND,5000,JPY,,\n' +
  'y1,,,,,external,-5000,JPY,,\n';
const files: Content = {
  'clubs.csv': 'code,name,membership\nchess,Chess Club,open\n',
  'club-accounts.csv': accountsFile,
  'ledger-entries.csv': entriesFile,
};

/** Returns the balances by account, after checking that each is the sum of its postings and months. */
const balances = async (school: SchoolId): Promise<Record<string, number>> => {
  const rows = (await world.as(school)(
    `select coalesce(a.code, a.role) || ' ' || a.currency as account, b.balance, coalesce(sum(p.amount), 0)::bigint as sum,
      (select coalesce(sum(m.allocated + m.income - m.spent), 0)::bigint from club_account_months m where m.account_id = a.id) as months
      from club_accounts a join club_account_balances b on b.account_id = a.id left join ledger_postings p on p.account_id = a.id
      group by a.id, a.code, a.role, a.currency, b.balance order by 1`,
  )) as { account: string; balance: number; sum: number; months: number }[];
  for (const row of rows) expect([row.sum, row.months]).toEqual([row.balance, row.balance]);
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
};
const everything = async (school: SchoolId) => [
  await balances(school),
  await world.as(school)(
    'select code, name, currency, archived_at from club_accounts order by code, currency',
  ),
  await world.as(school)('select count(*)::int as n from ledger_entries'),
];

describe('importing club accounts and transactions', () => {
  test('stores nothing as a dry run, changes nothing when repeated, and round-trips through an export', async () => {
    const school = await newSchool();
    const nothing = await everything(school);
    const expected = {
      clubAccounts: { added: 6, changed: 0, unchanged: 0 },
      clubTransactions: { added: 6, changed: 0, unchanged: 0 },
      problemTotal: 0,
    };
    expect(await bring(school, files, { isDryRun: true })).toMatchObject(expected);
    expect(await everything(school)).toEqual(nothing);
    expect(await stored(school, files)).toMatchObject({ ...expected, isStored: true });
    expect(await balances(school)).toEqual({
      'C001 USD': 30_000,
      'C002 USD': 0,
      'FUND JPY': 5_000,
      'FUND USD': 70_050,
      'G USD': 0,
      'OLD USD': -700,
      'desk USD': 0,
      'external JPY': -5_000,
      'external USD': -99_350,
    });
    expect(
      await world.as(school)('select code from club_accounts where is_main order by code'),
    ).toEqual([{ code: 'C001' }]);
    // The running balance follows the days, not the lines of the file.
    expect(
      await world.as(school)(
        `select e.on_date::text as day, p.balance from ledger_postings p join ledger_entries e on e.id = p.entry_id
          join club_accounts a on a.id = p.account_id where a.code is null and a.role = 'external' and a.currency = 'USD' order by p.number`,
      ),
    ).toEqual([
      { day: '2025-05-01', balance: 700 },
      { day: '2026-09-01', balance: -99_350 },
    ]);
    expect(await stored(school, files)).toMatchObject({
      id: null,
      clubAccounts: { added: 0, changed: 0, unchanged: 6 },
      clubTransactions: { added: 0, changed: 0, unchanged: 6 },
    });
    const one = await exported(school);
    const other = await newSchool();
    expect((await bring(other, one.to)).problems.map(problemLine)).toEqual([]);
    expect((await exported(other)).texts).toEqual(one.texts);
    expect(await balances(other)).toEqual(await balances(school));
    expect(await bring(school, one.to)).toMatchObject({ id: null, problemTotal: 0 });
  });

  test('accepts what an admin of another school exported in the browser', async () => {
    await stored(world.school, {
      'club-accounts.csv': 'code,name,role\nX1,Travel,fund\nX2,Events,fund\n',
      'ledger-entries.csv':
        'entry,date,title,kind,account,amount\nx1,2026-09-01,Start,transfer,X1,-12.5\nx1,,,,X2,12.5\n',
    });
    const get = async (file: string) =>
      Buffer.from(
        (
          (await world.admin.call('GET /api/v1/school/club-accounts/export', {
            format: 'csv',
            file,
          } as never)) as { content: string }
        ).content,
        'base64',
      ).toString();
    const other = await newSchool();
    await stored(other, {
      'club-accounts.csv': await get('accounts'),
      'ledger-entries.csv': await get('transactions'),
    });
    expect(await balances(other)).toEqual({ 'X1 USD': -1_250, 'X2 USD': 1_250 });
  });

  test('can be undone by reversing transactions and archiving accounts, and then be repeated', async () => {
    const school = await newSchool();
    const accounts = await stored(school, {
      'club-accounts.csv': 'code,name,role\nKEEP,Kept,fund\nP,Top,group\n',
    });
    const before = await balances(school);
    const { id } = await stored(school, {
      ...files,
      'club-accounts.csv': `${accountsFile}KEEP,Renamed,fund,G,,,,,\n`,
    });
    await undo(school, id);
    expect(Object.values(await balances(school)).every((balance) => balance === 0)).toBe(true);
    expect(
      await world.as(school)(
        `select code, name, parent_id, archived_at is not null as archived from club_accounts where code is not null order by code, currency desc`,
      ),
    ).toEqual([
      { code: 'C001', name: '', parent_id: null, archived: true },
      { code: 'FUND', name: 'Activity fee', parent_id: null, archived: true },
      { code: 'FUND', name: 'Activity fee in yen', parent_id: null, archived: true },
      { code: 'KEEP', name: 'Kept', parent_id: null, archived: false },
      { code: 'OLD', name: 'Old fund', parent_id: null, archived: true },
      { code: 'P', name: 'Top', parent_id: null, archived: false },
    ]);
    expect(before).toEqual({ 'KEEP USD': 0, 'P USD': 0 });
    // Nothing was deleted from the ledger: e1, e2, e5 and y1 have reversals, e3 had one in the file.
    expect(await world.as(school)('select count(*)::int as n from ledger_entries')).toEqual([
      { n: 10 },
    ]);
    const again = await stored(school, {
      ...files,
      'club-accounts.csv': accountsFile
        .replaceAll('FUND,Activity fee,fund,,,,,,', 'FUND,Activity fee,fund,,,,,,no')
        .replaceAll('C001,,club,G,chess,,,no,', 'C001,,club,G,chess,,,no,no')
        .replaceAll('JPY,,,', 'JPY,,,no')
        .replaceAll('OLD,Old fund,fund,,,,,,yes', 'OLD,Old fund,fund,,,,,,no'),
      'ledger-entries.csv': entriesFile
        .replaceAll('e3,', 'f3,')
        .replaceAll(',e3,', ',f3,')
        .replaceAll('e4,', 'f4,'),
    });
    expect(again).toMatchObject({ clubTransactions: { added: 6 } });
    expect((await balances(school))['C001 USD']).toBe(30_000);
    // The accounts that were only ever restored can go.
    expect(await undo(school, accounts.id)).toEqual({ removed: 2, restored: 0 });
  });

  test(
    'can’t be undone if its accounts were used since or it reversed earlier transactions',
    { tags: ['soak'] },
    async () => {
      const school = await newSchool();
      const first = await stored(school, files);
      const second = await stored(school, {
        'ledger-entries.csv':
          'entry,date,title,kind,account,amount,reverses\nr,2026-11-01,Fall allocation,allocation,C001,-300,e2\nr,,,,FUND,300,\n',
      });
      await stored(school, {
        'ledger-entries.csv':
          'entry,date,title,kind,account,amount\nlater,2026-11-02,Snacks,expense,C001,-2\nlater,,,,desk,2\n',
      });
      const before = await everything(school);
      await expect(undo(school, second.id)).rejects.toThrow(/reversals of earlier transactions/);
      await expect(undo(school, first.id)).rejects.toThrow(/club_accounts \(transactions\)/);
      expect(await everything(school)).toEqual(before);
    },
  );
});

describe('importing club accounts and transactions rejects', () => {
  const head = 'entry,date,title,kind,account,amount,currency,reverses\n';
  const row = (text: string) => `${text}\n`;
  const pair = (first: string, second: string) => head + row(first) + row(second);
  test.each([
    [
      'a sum other than zero',
      pair('a,2026-09-01,T,manual,FUND,5,,', 'a,,,,C001,-4.99,,'),
      /line 2, column amount: the rows of 'a' add up to 0\.01 USD, not to zero \(entry_unbalanced\)/,
    ],
    [
      'a sum in two currencies',
      pair('a,2026-09-01,T,manual,FUND,5,USD,', 'a,,,,FUND,-5,JPY,'),
      /add up to 5 USD, not to zero \(entry_unbalanced\)/,
    ],
    [
      'a single row',
      head + row('a,2026-09-01,T,manual,FUND,5,,'),
      /line 2, column entry: .*two or more rows \(entry_unbalanced\)/,
    ],
    [
      'an unknown account',
      pair('a,2026-09-01,T,manual,FUND,5,,', 'a,,,,NONE,-5,,'),
      /line 3, column account: there is no account 'NONE' in USD/,
    ],
    [
      'a transaction of a group',
      pair('a,2026-09-01,T,manual,FUND,5,,', 'a,,,,G,-5,,'),
      /line 3, column account: is a group/,
    ],
    [
      'a transaction of an archived account',
      pair('a,2026-09-01,T,manual,FUND,5,,', 'a,,,,OLD,-5,,'),
      /line 3, column account: is archived/,
    ],
    [
      'a fraction of a cent',
      pair('a,2026-09-01,T,manual,FUND,0.005,,', 'a,,,,C001,-0.005,,'),
      /line 2, column amount: has more decimals than USD/,
    ],
    [
      'a fraction of a yen',
      pair('a,2026-09-01,T,manual,FUND,0.5,JPY,', 'a,,,,external,-0.5,JPY,'),
      /has more decimals than JPY/,
    ],
    [
      'a huge amount',
      pair('a,2026-09-01,T,manual,FUND,9999999999999,,', 'a,,,,C001,-9999999999999,,'),
      /line 2, column amount: .*amount_invalid/,
    ],
    [
      'an invalid number',
      pair('a,2026-09-01,T,manual,FUND,1e5,,', 'a,,,,C001,-1e5,,'),
      /line 2, column amount: is not an amount/,
    ],
    [
      'an amount of zero',
      pair('a,2026-09-01,T,manual,FUND,0,,', 'a,,,,C001,0,,'),
      /line 2, column amount: is zero/,
    ],
    ['no date', pair('a,,T,manual,FUND,5,,', 'a,,,,C001,-5,,'), /line 2, column date: is empty/],
    [
      'rows that have different dates',
      pair('a,2026-09-01,T,manual,FUND,5,,', 'a,2026-09-02,,,C001,-5,,'),
      /line 2, column entry: the rows .* differ/,
    ],
    [
      'a changed transaction',
      pair('e2,2026-09-02,Fall allocation,allocation,C001,301,,', 'e2,,,,FUND,-301,,'),
      /line 2, column entry: the recorded transaction differs/,
    ],
    [
      'a second reversal',
      pair('a,2026-09-02,Boards,expense,C001,40.25,,e3', 'a,,,,desk,-40.25,,'),
      /entry_reversed/,
    ],
    [
      'a reversal of a reversal',
      pair('a,2026-09-02,Boards,expense,C001,-40.25,,e4', 'a,,,,desk,40.25,,'),
      /a reversal cannot be reversed/,
    ],
    [
      'a reversal of another amount',
      pair('a,2026-09-02,Fall,allocation,C001,-299,,e2', 'a,,,,FUND,299,,'),
      /not the opposite/,
    ],
    [
      'a reversal of an unknown transaction',
      pair('a,2026-09-02,Fall,allocation,C001,-300,,zz', 'a,,,,FUND,300,,'),
      /there is no transaction 'zz'/,
    ],
  ])('%s', async (_, text, reason) => {
    const school = await newSchool();
    await stored(school, files);
    const before = await everything(school);
    const report = await bring(school, { 'ledger-entries.csv': text });
    expect(report.isStored).toBe(false);
    expect(report.problems.map(problemLine).join('\n')).toMatch(reason);
    expect(await everything(school)).toEqual(before);
  });

  test.each([
    ['a duplicate code', 'code,name\nA,One\nA,Two\n', /line 3, column code: is already in line 2/],
    [
      'a changed role',
      'code,name,role\nFUND,F,group\n',
      /line 2, column role: the account is a fund/,
    ],
    [
      'an unknown club',
      'code,role,club\nN,club,none\n',
      /line 2, column club: no club has the code or name 'none'/,
    ],
    [
      'an unknown parent',
      'code,name,parent\nN,New,none\n',
      /line 2, column parent: there is no account 'none' in USD/,
    ],
    [
      'a circle of parents',
      'code,name,role,parent\nA,A,group,B\nB,B,group,A\n',
      /line 2, column parent: the account is in a circle/,
    ],
    [
      'a second main account',
      'code,name,role,club,main\nN,New,club,chess,yes\n',
      /line 2, column main: another account/,
    ],
    [
      'money in an archived account',
      'code,name,archived\nFUND,Activity fee,yes\n',
      /line 2, column archived: the account has money/,
    ],
    [
      'the name of a system account',
      'code,name\ndesk,Desk\n',
      /line 2, column code: is the name of a system account/,
    ],
  ])('%s', async (_, text, reason) => {
    const school = await newSchool();
    await stored(school, files);
    const before = await everything(school);
    const report = await bring(school, { 'club-accounts.csv': text });
    expect(report.isStored).toBe(false);
    expect(report.problems.map(problemLine).join('\n')).toMatch(reason);
    expect(await everything(school)).toEqual(before);
  });
});
