import { School } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 71,
    to: paths.adminLook,
    label: 'look.title',
    icon: School,
    permissions: ['school.manage'],
  },
];
