import { Megaphone } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 40,
    to: paths.adminAnnouncements,
    label: 'announcements.title',
    icon: Megaphone,
    permissions: ['announcements.manage'],
  },
];
