import { Boxes } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 73,
    to: paths.adminHubs,
    label: 'hubs.title',
    icon: Boxes,
    permissions: ['hubs.manage'],
  },
];
