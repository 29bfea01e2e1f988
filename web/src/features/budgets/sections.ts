import { Wallet } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 65,
    to: paths.adminBudgets,
    label: 'budgets.title',
    icon: Wallet,
    permissions: ['budgets.manage'],
  },
];
