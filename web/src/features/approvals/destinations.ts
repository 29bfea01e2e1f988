import { ListChecks } from 'lucide-react';
import { approvalKinds } from '#contract/approvals/kinds.ts';
import { paths } from '../../paths.ts';
import type { Destinations } from '../../shell/destination.ts';

export const destinations = {
  approvals: {
    order: 85,
    to: paths.approvals,
    label: 'nav.approvals',
    icon: ListChecks,
    // While no feature uses approvals, the menu doesn't show them.
    isBuilt: approvalKinds.length > 0,
  },
} satisfies Destinations;
