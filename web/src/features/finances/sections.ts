import { Wallet } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 68,
    to: paths.adminFinances,
    label: 'finances.title',
    icon: Wallet,
    permissions: ['finances.manage'],
  },
];
