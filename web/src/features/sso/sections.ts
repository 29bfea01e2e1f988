import { LogIn } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 90,
    to: paths.adminSignOn,
    label: 'signOnSetup.title',
    icon: LogIn,
    permissions: ['sign-on.manage', 'school.manage'],
  },
];
