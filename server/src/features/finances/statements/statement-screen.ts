import type { StatementOnScreen } from '#contract/finances/shapes.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { signOf, statementLines, type Statement } from './statement.ts';

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Throws if the days are in the wrong order. */
const daysOf = ({ from, to }: Days): { from: string | null; to: string | null } => {
  if (from !== undefined && to !== undefined && to < from)
    throw problem('invalid_input', {}, [{ path: 'to', message: 'must not be before from' }]);
  return { from: from ?? null, to: to ?? null };
};

/**
 * Returns a statement to read. For a range of days it includes the balance before and after. The lines of a term are mixed with those of
 * other terms, so a term has neither.
 */
export const statementScreen = (
  statement: Statement,
  days: Days,
): Omit<StatementOnScreen, 'source'> => {
  const { from, to } = daysOf(days);
  const { account, term, person, school, madeAt } = statement;
  const { currency } = account;
  const money = (amount: number) => ({ amount, currency });
  const effect = (line: (typeof all)[number]) => signOf(line) * line.amount.amount;
  const all = statementLines(statement);
  const lines = all.filter(
    ({ date }) => (from === null || date >= from) && (to === null || date <= to),
  );
  const sum = (some: readonly (typeof all)[number][]) =>
    some.reduce((total, line) => total + effect(line), 0);
  // Computed backwards from the current balance, because the oldest lines of a long account aren't loaded.
  const after = account.balance.amount - sum(all.filter(({ date }) => to !== null && date > to));
  const before = after - sum(lines);
  let balance = before;
  return {
    school,
    person,
    account: { id: account.id, name: account.name, isMain: account.isMain },
    term: term?.term?.name ?? null,
    from,
    to,
    madeAt: madeAt.toISOString(),
    opening: term === null ? money(before) : null,
    closing: term === null ? money(after) : null,
    raised: money(sum(lines.filter((line) => signOf(line) > 0))),
    lowered: money(-sum(lines.filter((line) => signOf(line) < 0))),
    lines: lines.map((line) => {
      balance += effect(line);
      const { term: _, ...rest } = line;
      return { ...rest, isNew: false, balance: term === null ? money(balance) : null };
    }),
    isCut: account.isCut,
  };
};
