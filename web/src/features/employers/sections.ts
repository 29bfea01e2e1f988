import { Building2 } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 66,
    to: paths.adminEmployers,
    label: 'employers.title',
    icon: Building2,
    permissions: ['jobs.manage_all'],
  },
];
