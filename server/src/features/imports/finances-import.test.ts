import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Content } from '../../../test/import-folder.ts';
import { inImports } from '../../../test/import-world.ts';
import { inWorld } from '../../../test/world.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { problemLine } from './problems.ts';

const world = inWorld();
const { newSchool, bring, stored, undo, exported, rowsOf } = inImports(world, [
  'charges',
  'payments',
  'holds',
]);
const tables = ['users', 'terms', 'finance_accounts', 'finance_transactions', 'finance_holds'];
/** Returns every row of a school that these files can change, without the times of changes. */
const everything = (school: SchoolId) => rowsOf(school, tables, 'updated_at');
const balances = (school: SchoolId) =>
  world.as(school)(
    `select u.username, a.name, coalesce(sum(l.effect), 0)::bigint as balance from finance_accounts a
      join users u on u.id = a.user_id left join finance_transactions l on l.account_id = a.id group by 1, 2 order by 1, 2`,
  );

const terms =
  'code,name,start,end,timeZone\nf26,Fall 2026,2026-09-02,2026-12-11,America/New_York\ns27,,2027-01-20,2027-05-14,\n';
const files: Content = {
  'people.csv': 'username,firstName\nana,Ana\nben,Ben\ncy,Cy\n',
  'terms.csv': terms,
  'charges.csv':
    'id,username,account,amount,currency,title,detail,date,due,term\n' +
    'c1,ana,,12410.00,,"Tuition,\n17 credits",,2026-08-15,2026-09-15,f26\n' +
    'c2,ana,,85,,Laboratory fee,ENVS 240,2026-09-08,,f26\n' +
    'c3,ben,Housing,100000,JPY,Room,,2026-08-15,,\n' +
    'CONTROL,,,112495.00,,,,,,\n',
  'payments.csv':
    'id,username,account,kind,amount,title,date,term,charge,rows\n' +
    'p1,ana,,,8000.50,Bank transfer,2026-08-25,f26,c1,\n' +
    'p2,ana,,credit,3500,State aid,2026-08-20,f26,,\n' +
    'p3,ana,,pending,1200,Work study,2026-11-20,f26,,\n' +
    'p4,ana,,installment,497.25,Part 1 of 2,2026-12-01,f26,,\n' +
    'p5,ben,Housing,refund,1,Key deposit,2026-09-01,,,\n' +
    'CONTROL,,,,,,,,,5\n',
  'holds.csv':
    'id,username,kind,office,since,reason,blocks,howToClear,amount,contact,status\n' +
    'h1,ana,library,Library,2026-10-14,A book is overdue.,registration|housing,Return it.,42.00,cy,\n' +
    'h2,ben,health,Health Center,2026-09-01,No record.,,,,,lifted\n',
};

describe('[FIN-01] importing charges, payments and holds', () => {
  test('stores nothing as a dry run, changes nothing when repeated, and round-trips through an export', async () => {
    const school = await newSchool();
    const nothing = await everything(school);
    const expected = {
      charges: { added: 3, changed: 0 },
      payments: { added: 5, changed: 0 },
      holds: { added: 2, changed: 0 },
      problemTotal: 0,
    };
    expect(await bring(school, files, { isDryRun: true })).toMatchObject(expected);
    expect(await everything(school)).toEqual(nothing);
    expect(await stored(school, files)).toMatchObject({ ...expected, isStored: true });
    expect(await balances(school)).toEqual([
      { username: 'ana', name: '', balance: 99_450 },
      { username: 'ben', name: 'Housing', balance: 100_001 },
    ]);
    const once = await everything(school);
    expect(await stored(school, files)).toMatchObject({
      id: null,
      charges: { added: 0, changed: 0, unchanged: 3 },
      payments: { added: 0, changed: 0, unchanged: 5 },
      holds: { added: 0, changed: 0, unchanged: 2 },
    });
    expect(await everything(school)).toEqual(once);
    // A corrected line, a reversed line, and a line that was reversed and entered again.
    await stored(school, {
      'charges.csv': 'id,username,amount,status\nc1,ana,12400,\nc2,ana,85,reversed\n',
    });
    const one = await exported(school);
    const other = await newSchool();
    expect(
      (
        await bring(other, {
          ...files,
          'charges.csv': 'id,username,amount\n',
          'payments.csv': 'id,username,amount\n',
          'holds.csv': 'id,username\n',
        })
      ).problems,
    ).toEqual([]);
    expect((await bring(other, one.to)).problems.map(problemLine)).toEqual([]);
    expect((await exported(other)).texts).toEqual(one.texts);
    expect(await balances(other)).toEqual(await balances(school));
    expect(await bring(school, one.to)).toMatchObject({ id: null, problemTotal: 0 });
  });

  test('corrects a transaction with a reversal and a new one, and can be undone exactly, latest import first', async () => {
    const school = await newSchool();
    const empty = await everything(school);
    const first = await stored(school, files);
    const before = await everything(school);
    const second = await stored(school, {
      'charges.csv': 'id,username,amount,status\nc1,ana,12400.00,\nc2,ana,85.00,reversed\n',
    });
    expect(second).toMatchObject({ charges: { added: 0, changed: 2 } });
    expect((await balances(school))[0]?.['balance']).toBe(99_450 - 1_000 - 8_500);
    const lines = await world.as(school)(
      `select code, revision, amount, effect, reverses_id is not null as back from finance_transactions where kind = 'charge' and code in ('c1', 'c2') order by code, revision, back`,
    );
    expect(lines).toEqual([
      { code: 'c1', revision: 1, amount: 1_241_000, effect: 1_241_000, back: false },
      { code: 'c1', revision: 1, amount: 1_241_000, effect: -1_241_000, back: true },
      { code: 'c1', revision: 2, amount: 1_240_000, effect: 1_240_000, back: false },
      { code: 'c2', revision: 1, amount: 8_500, effect: 8_500, back: false },
      { code: 'c2', revision: 1, amount: 8_500, effect: -8_500, back: true },
    ]);
    // The same file again changes nothing, and a reversed line stays reversed.
    expect(
      await stored(school, { 'charges.csv': 'id,username,amount\nc1,ana,12400\nc2,ana,85\n' }),
    ).toMatchObject({ id: null, charges: { unchanged: 2 } });
    await expect(undo(school, first.id)).rejects.toThrow(/Lines of accounts it added would take/);
    const third = await stored(school, { 'holds.csv': 'id,username,status\nh1,ana,lifted\n' });
    expect(third).toMatchObject({ holds: { changed: 1 } });
    await undo(school, third.id);
    await undo(school, second.id);
    expect(await everything(school)).toEqual(before);
    await undo(school, first.id);
    expect(await everything(school)).toEqual(empty);
    // Only an import can delete or edit a line.
    await stored(school, files);
    for (const change of [
      'delete from finance_transactions',
      'update finance_transactions set amount = 1',
    ])
      await expect(world.sql(change, [], school)).rejects.toThrow(/only added and reversed/);
  });

  test('names bad rows by line and column, and stores nothing', async () => {
    const school = await newSchool();
    await stored(school, files);
    const before = await everything(school);
    const { problems } = await bring(school, {
      'charges.csv':
        'id,username,account,amount,currency,title,date,term,revision\n' +
        'a,ana,,-5,,Fee,2026-09-01,,\n' +
        'b,ana,,0.00,,Fee,2026-09-01,,\n' +
        'c,ana,,10,EUR,Fee,2026-09-01,,\n' +
        'd,nobody,,10,,Fee,2026-09-01,x99,\n' +
        'e,ana,,10.005,,Fee,2026-09-01,,\n' +
        'f,ana,,"1,000",,Fee,2026-02-30,,\n' +
        'g,ana,,10,,,,,\n' +
        'g,ana,,10,,Fee,2026-09-01,,\n' +
        'c1,ben,,10,,Fee,2026-09-01,,\n' +
        'h,cy,Trip,10,EUR,Fee,2026-09-01,,\n' +
        'i,cy,Trip,10,CHF,Fee,2026-09-01,,\n' +
        'c3,ben,Housing,0.5,,Room,2026-08-15,,\n' +
        'c2,ana,,90,,Laboratory fee,2026-09-08,,1\n' +
        'CONTROL,,,99,,,,,\n',
      'payments.csv':
        'id,username,kind,amount,title,date,charge\n' +
        'q1,ana,payment,10,Card,2026-09-01,c99\n' +
        'q2,ben,payment,10,Card,2026-09-01,c2\n' +
        'q3,ana,refund,10,Card,2026-09-01,c1\n' +
        'c1,ana,payment,10,Card,2026-09-01,\n' +
        'q4,ana,gift,10,Card,2026-09-01,\n',
      'holds.csv':
        'id,username,kind,blocks,contact,bookingOffice\nx,ana,library,parking,who,Moon\n',
    });
    expect(problems.map(problemLine)).toEqual([
      `payments.csv, line 2, column charge: there is no charge 'c99' on this account`,
      `payments.csv, line 3, column charge: there is no charge 'c2' on this account`,
      `payments.csv, line 4, column charge: only payments and credits are for a charge`,
      `payments.csv, line 5, column id: is the id of another kind of line`,
      `payments.csv, line 5, column id: is also in charges.csv, in line 10`,
      `payments.csv, line 6, column kind: is none of payment, credit, refund, pending, installment`,
      `holds.csv, line 2, column blocks: has "parking"; a hold blocks registration, transcripts, diploma, graduation, housing, library, refunds`,
      `holds.csv, line 2, column bookingOffice: no office offers meetings under the name 'Moon'`,
      `holds.csv, line 2, column contact: no one has the username 'who'`,
      `holds.csv, line 2, column office: a new hold needs it`,
      `holds.csv, line 2, column reason: a new hold needs it`,
      `holds.csv, line 2, column since: a new hold needs it`,
      `charges.csv, line 2, column amount: is negative; amounts are above zero, and the kind of a line says in which direction it counts`,
      `charges.csv, line 2, column amount: is empty`,
      `charges.csv, line 3, column amount: is zero; amounts are above zero`,
      `charges.csv, line 4, column currency: the account is in USD; a second currency needs an account of its own`,
      `charges.csv, line 5, column term: no term has the code 'x99'`,
      `charges.csv, line 5, column username: no one has the username 'nobody'`,
      `charges.csv, line 6, column amount: has more decimal places than USD has`,
      `charges.csv, line 7, column amount: is not an amount such as 1248.00, without signs and separators`,
      `charges.csv, line 7, column date: is not a day such as 2026-09-01`,
      `charges.csv, line 7, column amount: is empty`,
      `charges.csv, line 7, column date: a new line needs a date`,
      `charges.csv, line 8, column date: a new line needs a date`,
      `charges.csv, line 8, column title: a new line needs a title`,
      `charges.csv, line 9, column id: is already in line 8`,
      `charges.csv, line 10, column username: the line is of another person`,
      `charges.csv, line 12, column currency: the account is in EUR; a second currency needs an account of its own`,
      `charges.csv, line 13, column amount: has more decimal places than JPY has`,
      `charges.csv, line 14, column revision: this revision of the line says something else; a correction leaves the revision empty`,
      `charges.csv, line 15, column amount: the rows of the file add up to 170.505, not to 99; the file may be incomplete`,
    ]);
    expect(await everything(school)).toEqual(before);
  });

  test('rejects a file with a different total or row count in its control row', async () => {
    const school = await newSchool();
    const file = (control: string) => ({
      'people.csv': 'username,firstName\nana,Ana\n',
      'charges.csv': `id,username,amount,currency,title,date,rows\nc1,ana,10.10,,Fee,2026-09-01,\nc2,ana,5.05,,Fee,2026-09-01,\n${control}\n`,
    });
    for (const wrong of ['CONTROL,,15.14,,,,', 'CONTROL,,,,,,3', 'CONTROL,,,,,,'])
      expect(await bring(school, file(wrong))).toMatchObject({ isStored: false, problemTotal: 1 });
    expect(await balances(school)).toEqual([]);
    expect(await stored(school, file('CONTROL,,15.15,,,,2'))).toMatchObject({
      charges: { added: 2 },
    });
  });

  test('lifts omitted holds only if the file says it is complete, except holds entered manually', async () => {
    const school = await newSchool();
    const head = 'id,username,kind,office,since,reason,status,rows\n';
    const hold = (id: string) => `${id},ana,library,Library,2026-09-20,Overdue book,active,\n`;
    await stored(school, {
      'people.csv': 'username,firstName\nana,Ana\n',
      'holds.csv': head + hold('h1') + hold('h2') + hold('hand-1-x'),
    });
    const active = async () =>
      (
        await world.as(school)(
          'select code from finance_holds where released_on is null order by code collate "C"',
        )
      ).map(({ code }) => code);
    // A hold is missing from a list that isn't marked as complete.
    await stored(school, { 'holds.csv': head + hold('h1') });
    expect(await active()).toEqual(['h1', 'h2', 'hand-1-x']);
    for (const wrong of ['CONTROL,,,,,,complete,2', 'CONTROL,,,,,,complete,'])
      expect(await bring(school, { 'holds.csv': `${head}${hold('h1')}${wrong}\n` })).toMatchObject({
        isStored: false,
      });
    expect(
      await bring(school, {
        'holds.csv': `${head}h1,ana,library,Library,2026-09-20,Book,complete,\n`,
      }),
    ).toMatchObject({ isStored: false, problemTotal: 1 });
    const { id, holds } = await stored(school, {
      'holds.csv': `${head}${hold('h1')}CONTROL,,,,,,complete,1\n`,
    });
    expect(holds).toMatchObject({ ended: 1, unchanged: 1 });
    expect(await active()).toEqual(['h1', 'hand-1-x']);
    await undo(school, id);
    expect(await active()).toEqual(['h1', 'h2', 'hand-1-x']);
  });

  test(
    'keeps each balance equal to the sum of its transactions, in any order of imports, corrections and undos',
    { tags: 'soak', timeout: 120_000 },
    async () => {
      /** The expected state of each id, in a model without transactions. */
      const step = fc.oneof(
        fc.record({
          act: fc.constant('say' as const),
          rows: fc.array(
            fc.record({
              id: fc.integer({ min: 2, max: 5 }),
              // A small set, so that a line often returns to an earlier value.
              amount: fc.constantFrom(1, 1_999),
              isReversed: fc.boolean(),
            }),
            { minLength: 1, maxLength: 4 },
          ),
        }),
        fc.record({ act: fc.constant('undo' as const) }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const school = await newSchool();
          await stored(school, { 'people.csv': 'username,firstName\nana,Ana\n' });
          type Said = Map<number, { amount: number; isReversed: boolean }>;
          const past: { id: number; before: Said }[] = [];
          let said: Said = new Map();
          for (const one of steps) {
            if (one.act === 'undo') {
              const last = past.pop();
              if (last === undefined) continue;
              await undo(school, last.id);
              said = last.before;
            } else {
              const rows = [...new Map(one.rows.map((row) => [row.id, row])).values()];
              const csv = (isCharge: boolean) =>
                rows
                  .filter(({ id }) => id <= 3 === isCharge)
                  .map(
                    ({ id, amount, isReversed }) =>
                      `l${id},ana,${(amount / 100).toFixed(2)},Line,2026-09-01,${isReversed ? 'reversed' : 'active'}\n`,
                  )
                  .join('');
              const head = 'id,username,amount,title,date,status\n';
              const { id } = await stored(school, {
                'charges.csv': head + csv(true),
                'payments.csv': head + csv(false),
              });
              const before = said;
              said = new Map(said);
              for (const row of rows) said.set(row.id, row);
              if (id !== null) past.push({ id, before });
            }
            const expected = [...said].reduce(
              (sum, [id, { amount, isReversed }]) =>
                isReversed ? sum : sum + (id <= 3 ? amount : -amount),
              0,
            );
            expect((await balances(school))[0]?.['balance'] ?? 0).toBe(expected);
          }
        }),
        { numRuns: 12 },
      );
    },
  );
});
