import {
  AppWindow,
  Bell,
  Boxes,
  Eye,
  FileUp,
  Flag,
  ImageIcon,
  KeyRound,
  LayoutList,
  LogIn,
  Megaphone,
  MessageCircle,
  Newspaper,
  ScrollText,
} from 'lucide-react';
import { addEnglish } from '../../lib/messages.ts';
import { later } from '../../messages/en-later.ts';
import { paths } from '../../paths.ts';

addEnglish(later);

/** The sections of running the campus, for their bar and for the command palette. */
export const adminSections = [
  { to: paths.adminReports, label: 'admin.reports', icon: Flag },
  { to: paths.adminPrivacy, label: 'admin.privacy', icon: Eye },
  { to: paths.adminChat, label: 'chatSettings.title', icon: MessageCircle },
  { to: paths.adminAnnouncements, label: 'announcements.title', icon: Megaphone },
  { to: paths.adminNewsletters, label: 'newsletters.title', icon: Newspaper },
  { to: paths.adminNotifications, label: 'defaults.title', icon: Bell },
  { to: paths.adminImport, label: 'imports.title', icon: FileUp },
  { to: paths.adminProvisioning, label: 'provisioning.title', icon: KeyRound },
  { to: paths.adminSignOn, label: 'admin.signOn', icon: LogIn },
  { to: paths.adminLook, label: 'look.title', icon: ImageIcon },
  { to: paths.adminMenu, label: 'menus.title', icon: LayoutList },
  { to: paths.adminHubs, label: 'hubs.title', icon: Boxes },
  { to: paths.adminEmbedding, label: 'embedding.title', icon: AppWindow },
  { to: paths.adminAudit, label: 'admin.audit', icon: ScrollText },
] as const;
