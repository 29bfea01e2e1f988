import { Vote } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 64,
    to: paths.adminElections,
    label: 'elections.title',
    icon: Vote,
    permissions: ['elections.manage_all'],
  },
];
