import { LayoutList } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 72,
    to: paths.adminMenu,
    label: 'menus.title',
    icon: LayoutList,
    permissions: ['menus.manage', 'school.manage'],
  },
];
