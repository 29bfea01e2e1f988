import type { DuesPlan, MemberDues } from '#contract/dues/endpoints.ts';
import { owingStates, type DuesState } from '#contract/dues/limits.ts';
import { faceView } from '../people/people.views.ts';
import type { MemberDuesRow, PlanRow } from './dues.queries.ts';

export const planView = (
  row: PlanRow,
  can: { readonly pay: boolean; readonly edit: boolean },
): DuesPlan => ({
  id: String(row.id),
  name: row.name,
  amount: { amount: row.amount, currency: row.currency },
  months: row.months,
  graceDays: row.grace_days,
  isArchived: row.archived_at !== null,
  version: row.version,
  can: { pay: can.pay && row.archived_at === null, edit: can.edit },
});

const isOwingState = (state: DuesState): boolean => owingStates.some((one) => one === state);

/** Returns the amount that a member has to pay. Null if nothing is due. */
export const owedView = ({
  state,
  amount,
  currency,
}: Pick<MemberDuesRow, 'state' | 'amount' | 'currency'>) =>
  isOwingState(state) && amount !== null && currency !== null ? { amount, currency } : null;

export const memberDuesView = (row: MemberDuesRow): MemberDues => ({
  person: faceView(row),
  state: row.state,
  until: row.ends?.toISOString() ?? null,
  owed: owedView(row),
  plan: row.plan && { id: String(row.plan.id), name: row.plan.name },
  payment:
    row.paid_at === null || row.paid_amount === null || row.paid_currency === null
      ? null
      : {
          amount: { amount: row.paid_amount, currency: row.paid_currency },
          at: row.paid_at.toISOString(),
          provider: row.provider,
          method: row.method,
        },
  waiver:
    row.waived_at === null
      ? null
      : {
          reason: row.waiver_reason ?? '',
          at: row.waived_at.toISOString(),
          by: row.waiver && faceView(row.waiver),
        },
});
