import { Shapes } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 61,
    to: paths.adminClubs,
    label: 'clubs.title',
    icon: Shapes,
    permissions: ['clubs.manage'],
  },
];
