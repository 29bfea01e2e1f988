import { feature } from '../../kernel/feature.ts';
import { forgetAuthor } from './ledger/ledger.queries.ts';

export const budgetsFeature = feature({
  name: 'budgets',
  erase: forgetAuthor,
});
