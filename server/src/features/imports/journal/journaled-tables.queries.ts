/** A table whose changes are stored in the journal. Migrations give it the triggers. */
export interface JournaledTable {
  readonly table: string;
  /** Columns of the key after school_id, with their types. */
  readonly keys: readonly (readonly [string, string])[];
  /** A name for a row `t`. */
  readonly label: string;
  /** For a table whose rows imports remove: whether what a removed row `r` links still exists. */
  readonly restorable?: string;
  /** Whether an added row `t` can be deleted. By default, it can. */
  readonly deletable?: string;
}

const named = (table: string): JournaledTable => ({
  table,
  keys: [['sourced_id', 'text']],
  label: 't.sourced_id',
});
const username = (id: string) => `(select username from users where id = ${id})`;
const inSection = (id: string) => `' in ' || (select code from course_sections where id = ${id})`;
const inClub = (id: string) => `' in ' || (select name from clubs where id = ${id})`;
const rowExists = (table: string, id: string) =>
  `exists (select from ${table} where ${table}.id = r.${id})`;

/** Tables that reference others are first, because rows are deleted in this order. */
export const journaledTables: readonly JournaledTable[] = [
  {
    table: 'club_accounts',
    keys: [['id', 'bigint']],
    label: 't.code',
    // Transactions stay, and so do their accounts, archived.
    deletable:
      'not exists (select from ledger_postings p where p.school_id = t.school_id and p.account_id = t.id)',
  },
  { table: 'finance_transactions', keys: [['id', 'bigint']], label: 't.code' },
  { table: 'finance_holds', keys: [['id', 'bigint']], label: 't.code' },
  { table: 'finance_accounts', keys: [['id', 'bigint']], label: username('t.user_id') },
  ...(
    [
      ['event_hosts', 'user_id', 'users'],
      ['event_invitees', 'user_id', 'users'],
      ['event_cohosts', 'club_id', 'clubs'],
    ] as const
  ).map(([table, other, of]): JournaledTable => ({
    table,
    keys: [
      ['event_id', 'bigint'],
      [other, 'bigint'],
    ],
    label: `(select title from events where id = t.event_id)`,
    restorable: `${rowExists('events', 'event_id')} and ${rowExists(of, other)}`,
  })),
  { table: 'events', keys: [['id', 'bigint']], label: 't.title' },
  {
    table: 'course_results',
    keys: [
      ['user_id', 'bigint'],
      ['assignment_id', 'bigint'],
    ],
    label: `${username('t.user_id')} || ' in ' || (select code from course_assignments where id = t.assignment_id)`,
  },
  ...['course_links', 'course_announcements', 'course_assignments', 'course_categories'].map(
    (table): JournaledTable => ({ table, keys: [['id', 'bigint']], label: 't.code' }),
  ),
  {
    table: 'section_members',
    keys: [
      ['section_id', 'bigint'],
      ['user_id', 'bigint'],
    ],
    label: `${username('t.user_id')} || ${inSection('t.section_id')}`,
  },
  {
    table: 'section_meetings',
    keys: [
      ['section_id', 'bigint'],
      ['code', 'text'],
    ],
    label: `t.code || ${inSection('t.section_id')}`,
  },
  ...['course_sections', 'courses', 'terms'].map((table): JournaledTable => ({
    table,
    keys: [['id', 'bigint']],
    label: 't.code',
  })),
  ...[
    'results',
    'line_items',
    'categories',
    'demographics',
    'enrollments',
    'roles',
    'users',
    'classes',
    'courses',
    'academic_sessions',
    'orgs',
  ].map((name) => named(`roster_${name}`)),
  {
    table: 'connections',
    keys: [
      ['low_id', 'bigint'],
      ['high_id', 'bigint'],
    ],
    label: `${username('t.low_id')} || ' and ' || ${username('t.high_id')}`,
  },
  {
    table: 'club_label_links',
    keys: [
      ['club_id', 'bigint'],
      ['label_id', 'bigint'],
    ],
    label: `(select name from club_labels where id = t.label_id) || ${inClub('t.club_id')}`,
    restorable: `${rowExists('clubs', 'club_id')} and ${rowExists('club_labels', 'label_id')}`,
  },
  {
    table: 'role_grants',
    keys: [
      ['scope_id', 'bigint'],
      ['user_id', 'bigint'],
      ['role_id', 'bigint'],
    ],
    label: `${username('t.user_id')} || ${inClub('t.scope_id')}`,
    restorable: `${rowExists('clubs', 'scope_id')} and ${rowExists('users', 'user_id')} and ${rowExists('roles', 'role_id')}`,
  },
  {
    table: 'club_members',
    keys: [
      ['club_id', 'bigint'],
      ['user_id', 'bigint'],
    ],
    label: `${username('t.user_id')} || ${inClub('t.club_id')}`,
  },
  ...['clubs', 'club_labels', 'roles'].map((table): JournaledTable => ({
    table,
    keys: [['id', 'bigint']],
    label: 't.name',
  })),
  { table: 'users', keys: [['id', 'bigint']], label: 't.username' },
];
