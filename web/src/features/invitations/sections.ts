import { MailPlus } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 81,
    to: paths.adminInvitations,
    label: 'invitations.title',
    icon: MailPlus,
    permissions: ['imports.manage'],
  },
];
