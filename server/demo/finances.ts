import type { BulkTransaction, BulkRow } from '#server/kernel/database/bulk.ts';
import type { Db } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import type { Tokens } from '#server/kernel/security/tokens.ts';
import { dateText } from '#server/kernel/time/local-time.ts';
import {
  mergeAccounts,
  mergeHolds,
  mergeLines,
  updateFedAt,
} from '#server/features/finances/import/merge-finances.queries.ts';
import {
  completeStagedFinances,
  createStagedFinances,
  stagedFinances,
  type FinanceList,
} from '#server/features/finances/import/staged-finances.queries.ts';
import { newPaymentKey } from '#server/features/finances/payment-reference.ts';
import { upsertPaymentKey, upsertSettings } from '#server/features/finances/staff/staff.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { insertGrant, insertRole } from '#server/features/roles/roles.queries.ts';
import { cast } from './cast.ts';
import { selectNewestTerm, selectSomeStudents } from './demo.queries.ts';

const dayMs = 86_400_000;
const lineColumns = [
  'username',
  'code',
  'kind',
  'amount',
  'title',
  'detail',
  'on_date',
  'due_on',
  'term',
] as const;

/** Username of the bursar, who signs in with the demo password. */
export const demoBursar = 'jwright';

/** Creates a role that can only open students' accounts, and assigns it to a staff member. */
const addBursar = async (db: Db, school: SchoolId, now: Date): Promise<void> => {
  const ids = await selectIdsByUsername(db, [demoBursar, 'admin']);
  const [person, admin] = [ids.get(demoBursar), ids.get('admin')];
  const role = await insertRole(
    db,
    school,
    { name: 'Bursar', permissions: ['finances.manage', 'imports.finances'] },
    now,
  );
  if (person === undefined || admin === undefined || role === undefined) return;
  await insertGrant(db, { school, role, person, by: admin, now });
};

/**
 * Creates fictional accounts: a student with a payment plan and a hold, a student who has paid almost everything, and some students
 * with overdue accounts, so that the bursar's lists have rows.
 */
export const addFinances = async (
  bulk: BulkTransaction,
  { school, now, tokens }: { school: SchoolId; now: Date; tokens: Tokens },
): Promise<void> => {
  const { db } = bulk;
  const term = await selectNewestTerm(db);
  if (term === undefined) return;
  /** Returns the date a number of days before today. */
  const ago = (days: number) => dateText(now.getTime() - days * dayMs);
  /** Returns the first day of a month, counted from this month. */
  const month = (from: number) => {
    const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + from, 1));
    return at.toISOString().slice(0, 10);
  };
  let number = 0;
  const line = (
    username: string,
    kind: string,
    amount: string,
    title: string,
    on: string,
    { detail = '', due = null }: { detail?: string; due?: string | null } = {},
  ): BulkRow => {
    number += 1;
    const code = `demo-${String(number).padStart(3, '0')}`;
    return [number, username, code, kind, amount, title, detail, on, due, term.code];
  };
  const charges = [
    line('ana', 'charge', '4100', 'Room, Calder House', ago(95), { detail: 'Double' }),
    line('ana', 'charge', '12410', 'Tuition, 17 credits', ago(95)),
    line('ana', 'charge', '2273', 'Meal plan, 14 a week', ago(95)),
    line('ana', 'charge', '85', 'Laboratory fee', ago(71), { detail: 'ENVS 240' }),
    line('ana', 'charge', '42', 'Library, lost book', ago(35), { detail: '“Rivers of the North”' }),
    line('ben', 'charge', '9200', 'Tuition, 14 credits', ago(95)),
    line('ben', 'charge', '120', 'Computer science lab fee', ago(70)),
    line('ben', 'charge', '310', 'Winter housing deposit', ago(6), { due: ago(-20) }),
  ];
  const [first, ...others] = await selectSomeStudents(
    db,
    cast.demo.map(({ username }) => username),
    6,
  );
  for (const [nth, username] of others.entries())
    charges.push(
      line(username, 'charge', String(75 + nth * 130), 'Parking permit', ago(50 + nth * 5), {
        due: ago(20 + nth * 9),
      }),
    );
  if (first !== undefined)
    charges.push(
      line(first, 'charge', '1450', 'Tuition after aid', ago(95), { due: ago(60) }),
      line(first, 'charge', '310', 'Winter housing deposit', ago(6), { due: ago(-20) }),
    );
  const parts = [-2, -1, 0, 1, 2];
  const payments = [
    line('ana', 'credit', '3500', 'State aid', ago(90)),
    line('ana', 'credit', '8300', 'Dellmere Grant', ago(90)),
    line('ana', 'payment', '3990', 'Bank transfer', ago(85)),
    line('ana', 'pending', '400', 'Work study', ago(3)),
    ...parts.map((from, nth) =>
      line('ana', 'installment', '624', `Part ${nth + 1} of ${parts.length}`, month(from)),
    ),
    ...parts
      .filter((from) => from <= 0)
      .map((from, nth) =>
        line('ana', 'payment', '624', `Payment plan, part ${nth + 1}`, month(from), {
          detail: 'Card ending 4417',
        }),
      ),
    line('ben', 'credit', '5000', 'Merit scholarship', ago(90)),
    line('ben', 'payment', '4320', 'Bank transfer', ago(80)),
  ];
  await createStagedFinances(db);
  const copy = (list: FinanceList, columns: readonly string[], rows: readonly BulkRow[]) =>
    bulk.copyInto(stagedFinances(list), ['line', ...columns], rows);
  await copy('charges', lineColumns, charges);
  await copy('payments', lineColumns, payments);
  await copy(
    'holds',
    [
      'username',
      'code',
      'kind',
      'office',
      'since',
      'reason',
      'blocks',
      'how_to_clear',
      'amount',
      'currency',
      'contact_name',
      'contact_email',
      'booking_office',
    ],
    [
      [
        1,
        'ana',
        'demo-hold-1',
        'library',
        'Linden Library',
        ago(35),
        'A book from last month was neither returned nor paid for.',
        ['registration'],
        'Return the book, or pay for it. The library lifts the hold within a day.',
        '42',
        'USD',
        'Circulation desk',
        'library@demo.campus.example',
        'Advising Center',
      ],
      ...(first === undefined
        ? []
        : [
            [
              2,
              first,
              'demo-hold-2',
              'financial',
              'Bursar’s Office',
              ago(30),
              'Tuition is overdue.',
              ['registration', 'transcripts'],
              'Pay the overdue amount. The office lifts the hold within a day.',
              '1450',
              'USD',
              'Bursar’s Office',
              'bursar@demo.campus.example',
              null,
            ],
          ]),
    ],
  );
  await completeStagedFinances(db);
  await upsertSettings(db, school, 0, {
    currency: 'USD',
    payUrl: 'https://pay.demo.campus.example/student',
    contactName: 'Bursar’s Office',
    contactEmail: 'bursar@demo.campus.example',
    contactPhone: '+1 555-0160',
    office: null,
  });
  await upsertPaymentKey(db, school, newPaymentKey(tokens, school));
  await mergeAccounts(db, school);
  const columns = ['kind', 'title', 'detail', 'on_date', 'term'] as const;
  await mergeLines(db, school, 'charges', [...columns, 'due_on'], now);
  await mergeLines(db, school, 'payments', columns, now);
  await mergeHolds(
    db,
    school,
    ['blocks', 'how_to_clear', 'amount', 'contact_name', 'contact_email', 'booking_office'],
    now,
  );
  await addBursar(db, school, now);
  // The last feed arrived last night.
  await updateFedAt(db, school, new Date(now.getTime() - 0.3 * dayMs));
};
