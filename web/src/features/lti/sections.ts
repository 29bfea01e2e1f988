import { GraduationCap } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 96,
    to: paths.adminLti,
    label: 'lti.title',
    icon: GraduationCap,
    permissions: ['lti.manage'],
  },
];
