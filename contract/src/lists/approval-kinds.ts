/* Written by `npm run lists`: what each feature declares. */
import { approvalKinds as budgets } from '../budgets/approval-kinds.ts';
import { approvalKinds as clubRegistration } from '../club-registration/approval-kinds.ts';
import { approvalKinds as events } from '../events/approval-kinds.ts';
import { approvalKinds as jobs } from '../jobs/approval-kinds.ts';
import { approvalKinds as record } from '../record/approval-kinds.ts';

export const approvalKinds = [
  ...budgets,
  ...clubRegistration,
  ...events,
  ...jobs,
  ...record,
] as const;
