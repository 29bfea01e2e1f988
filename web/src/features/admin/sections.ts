import {
  AppWindow,
  Bell,
  Boxes,
  Eye,
  FileUp,
  Flag,
  IdCard,
  ImageIcon,
  KeyRound,
  LayoutList,
  LogIn,
  Megaphone,
  MessageCircle,
  Newspaper,
  ScrollText,
  type LucideIcon,
} from 'lucide-react';
import type { PermissionOf } from '#contract/permissions.ts';
import { addEnglish, type LabelKey } from '../../lib/messages.ts';
import { paths, type Path } from '../../paths.ts';
import english from './messages/en.json';
import '../../shell/section-titles.ts';

addEnglish(english);

interface AdminSection {
  to: Path;
  label: LabelKey;
  icon: LucideIcon;
  /** Any of them opens the section; each part of it asks for its own (`useMay`). */
  permissions: readonly PermissionOf<'school'>[];
}

const sections: readonly AdminSection[] = [
  {
    to: paths.adminReports,
    label: 'admin.reports',
    icon: Flag,
    permissions: ['reports.manage'],
  },
  {
    to: paths.adminPrivacy,
    label: 'admin.privacy',
    icon: Eye,
    permissions: ['privacy.manage', 'sharing.manage', 'analytics.manage'],
  },
  {
    to: paths.adminChat,
    label: 'chatSettings.title',
    icon: MessageCircle,
    permissions: ['chat.manage', 'school.manage'],
  },
  {
    to: paths.adminAnnouncements,
    label: 'announcements.title',
    icon: Megaphone,
    permissions: ['announcements.manage'],
  },
  {
    to: paths.adminNewsletters,
    label: 'newsletters.title',
    icon: Newspaper,
    permissions: ['newsletters.manage'],
  },
  {
    to: paths.adminNotifications,
    label: 'defaults.title',
    icon: Bell,
    permissions: ['notifications.manage'],
  },
  {
    to: paths.adminImport,
    label: 'imports.title',
    icon: FileUp,
    permissions: ['imports.manage'],
  },
  {
    to: paths.adminProvisioning,
    label: 'provisioning.title',
    icon: KeyRound,
    permissions: ['api-keys.manage'],
  },
  {
    to: paths.adminSignOn,
    label: 'admin.signOn',
    icon: LogIn,
    permissions: ['sign-on.manage', 'school.manage'],
  },
  { to: paths.adminRoles, label: 'roles.title', icon: IdCard, permissions: ['roles.manage'] },
  { to: paths.adminLook, label: 'look.title', icon: ImageIcon, permissions: ['school.manage'] },
  {
    to: paths.adminMenu,
    label: 'menus.title',
    icon: LayoutList,
    permissions: ['menus.manage', 'school.manage'],
  },
  { to: paths.adminHubs, label: 'hubs.title', icon: Boxes, permissions: ['hubs.manage'] },
  {
    to: paths.adminEmbedding,
    label: 'embedding.title',
    icon: AppWindow,
    permissions: ['embedding.manage'],
  },
  { to: paths.adminAudit, label: 'admin.audit', icon: ScrollText, permissions: ['audit.read'] },
];

type Held = readonly PermissionOf<'school'>[];

/** The admin sections that somebody with these permissions sees: in their bar and in the command palette. */
export const adminSections = (held: Held): readonly AdminSection[] =>
  sections.filter(({ permissions }) => permissions.some((one) => held.includes(one)));

/** Where Admin leads. */
export const firstAdminSection = (held: Held): Path =>
  adminSections(held)[0]?.to ?? paths.adminReports;
