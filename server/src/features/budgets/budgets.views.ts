import type { ClubAccount, ClubLine, ClubEntry } from '#contract/budgets/endpoints.ts';
import { linkedSources, type EntrySource, type LinkedSource } from '#contract/budgets/limits.ts';
import { faceView } from '../people/people.views.ts';
import type { BudgetAccess } from './budgets-access.ts';
import type { AccountRow, EntryRow, LineRow } from './budgets.queries.ts';

/** Returns an account for a person. Amounts are null if they can't see them. */
export const accountView = (row: AccountRow, access: BudgetAccess): ClubAccount => {
  const { currency, balance, promised } = row;
  const isArchived = row.archived_at !== null;
  const read = access.reads(row.club_id);
  const money = (amount: number) => (read ? { amount, currency } : null);
  return {
    id: String(row.id),
    role: row.role,
    code: row.code,
    name: row.name,
    currency,
    club:
      row.club_id === null || row.club_name === null
        ? null
        : { id: String(row.club_id), name: row.club_name },
    parent:
      row.parent_id === null ? null : { id: String(row.parent_id), name: row.parent_name ?? '' },
    balance: money(balance),
    promised: money(promised),
    available: money(balance - promised),
    state: isArchived ? 'archived' : 'open',
    isMain: row.is_main,
    carriesOver: row.carries_over,
    version: row.version,
    can: {
      read,
      request: !isArchived && row.role !== 'group' && access.requests(row.club_id),
      manage: access.isManager,
    },
  };
};

const isLinked = (kind: EntrySource): kind is LinkedSource =>
  (linkedSources as readonly string[]).includes(kind);

/** Returns the source of an entry if people can open it. */
const sourceView = ({
  source_kind: kind,
  source_id: id,
}: Pick<LineRow, 'source_kind' | 'source_id'>) =>
  kind === null || id === null || !isLinked(kind) ? null : { kind, id };

export const lineView = (row: LineRow): ClubLine => ({
  id: String(row.id),
  entry: String(row.entry_id),
  date: row.on_date,
  title: row.title,
  category: row.category,
  kind: row.kind,
  amount: { amount: row.amount, currency: row.currency },
  balance: { amount: row.balance, currency: row.currency },
  source: sourceView(row),
  ...(row.reverses_id !== null && { reverses: String(row.reverses_id) }),
  isReversed: row.is_reversed,
});

/** Returns an entry for a person. Accounts of other clubs have no name. */
export const entryView = (
  row: EntryRow,
  access: BudgetAccess,
  about: ClubEntry['about'],
): ClubEntry => ({
  id: String(row.id),
  date: row.on_date,
  title: row.title,
  category: row.category,
  kind: row.kind,
  source: sourceView(row),
  reverses: row.reverses_id === null ? null : String(row.reverses_id),
  reversedBy: row.reversed_by === null ? null : String(row.reversed_by),
  about,
  reason: row.reason,
  by: row.author && faceView(row.author),
  at: row.created_at.toISOString(),
  postings: row.postings.map(({ id, account, role, name, club, amount, currency }) => ({
    id: String(id),
    account: {
      id: String(account),
      name: access.reads(club) || role === 'fund' || role === 'group' ? (name ?? '') : '',
      role,
    },
    amount: { amount, currency },
  })),
  can: {
    reverse: access.isManager && row.reverses_id === null && row.reversed_by === null,
  },
});
