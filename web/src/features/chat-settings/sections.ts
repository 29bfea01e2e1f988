import { MessageCircle } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 30,
    to: paths.adminChat,
    label: 'chatSettings.title',
    icon: MessageCircle,
    permissions: ['chat.manage', 'school.manage'],
  },
];
