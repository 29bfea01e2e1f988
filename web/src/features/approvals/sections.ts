import { ListChecks } from 'lucide-react';
import { approvalKinds } from '#contract/approvals/kinds.ts';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

/** While no feature uses approvals, there is nothing to set up. */
export const sections: readonly Section[] =
  approvalKinds.length === 0
    ? []
    : [
        {
          in: 'admin',
          order: 63,
          to: paths.adminApprovals,
          label: 'approvalSteps.title',
          icon: ListChecks,
          permissions: ['approvals.manage'],
        },
      ];
