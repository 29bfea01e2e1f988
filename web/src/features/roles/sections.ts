import { IdCard } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 70,
    to: paths.adminRoles,
    label: 'roles.title',
    icon: IdCard,
    permissions: ['roles.manage'],
  },
];
