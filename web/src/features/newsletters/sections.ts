import { Newspaper } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 50,
    to: paths.adminNewsletters,
    label: 'newsletters.title',
    icon: Newspaper,
    permissions: ['newsletters.manage'],
  },
];
