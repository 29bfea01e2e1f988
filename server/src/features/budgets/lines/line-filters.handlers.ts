import * as budgets from '#contract/budgets/endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { readReadableAccount } from '../accounts/accounts.handlers.ts';
import { selectLineCategories } from '../budgets.queries.ts';
import { selectPeriods } from '../periods/periods.queries.ts';

export const lineFiltersHandlers = [
  handle(budgets.listLineFilters, async (call, { id }) => {
    const row = await readReadableAccount(call, id);
    const [periods, categories] = await Promise.all([
      selectPeriods(call.db),
      selectLineCategories(call.db, row.id),
    ]);
    return {
      periods: periods.map((one) => ({
        id: String(one.id),
        name: one.name,
        from: one.starts_on,
        to: one.ends_on,
      })),
      categories,
    };
  }),
];
