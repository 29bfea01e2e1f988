import { Eye, Flag, LayoutDashboard, ScrollText, Users } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 1,
    to: paths.adminOverview,
    label: 'overview.title',
    icon: LayoutDashboard,
    permissions: [
      'people.manage',
      'reports.manage',
      'approvals.manage',
      'notifications.manage',
      'imports.manage',
      'storage.manage',
      'webhooks.manage',
    ],
    isWide: true,
  },
  {
    in: 'admin',
    order: 5,
    to: paths.adminPeople,
    label: 'accounts.title',
    icon: Users,
    permissions: ['people.manage'],
    isWide: true,
  },
  {
    in: 'admin',
    order: 10,
    to: paths.adminReports,
    label: 'reportQueue.title',
    icon: Flag,
    permissions: ['reports.manage'],
  },
  {
    in: 'admin',
    order: 20,
    to: paths.adminPrivacy,
    label: 'fieldRules.title',
    icon: Eye,
    permissions: ['privacy.manage', 'sharing.manage', 'analytics.manage'],
  },
  {
    in: 'admin',
    order: 25,
    to: paths.adminAudit,
    label: 'auditLog.title',
    icon: ScrollText,
    permissions: ['audit.read'],
  },
];
