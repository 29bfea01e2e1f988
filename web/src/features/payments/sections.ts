import { CreditCard } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 66,
    to: paths.adminPayments,
    label: 'payments.title',
    icon: CreditCard,
    permissions: ['payments.manage'],
  },
];
