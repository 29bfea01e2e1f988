import {
  ArrowLeftRight,
  AtSign,
  Camera,
  LogOut,
  ThumbsUp,
  BookOpen,
  BriefcaseBusiness,
  Building2,
  Bus,
  CalendarDays,
  Clapperboard,
  Dumbbell,
  FileText,
  FlaskConical,
  Globe,
  GraduationCap,
  HeartPulse,
  Landmark,
  Laptop,
  Leaf,
  Library,
  LifeBuoy,
  Link,
  ListChecks,
  Mail,
  MapPin,
  Megaphone,
  Music,
  Newspaper,
  Palette,
  ShoppingBag,
  Star,
  Ticket,
  Trophy,
  UsersRound,
  Utensils,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { LinkType, MenuIcon, MenuItemType } from '#contract/menus/items.ts';
import { commonIcons } from './menu-kinds.ts';

/** Icons that are not part of the bars: selectable ones, and those of links and actions. */
export type Drawing = MenuIcon | LinkType | 'switch' | 'logout';

const drawings: Readonly<Record<Drawing, LucideIcon>> = {
  // The set has no company logos, so these describe the purpose.
  instagram: Camera,
  twitter: AtSign,
  facebook: ThumbsUp,
  web: Globe,
  switch: ArrowLeftRight,
  logout: LogOut,
  globe: Globe,
  link: Link,
  star: Star,
  newspaper: Newspaper,
  megaphone: Megaphone,
  mail: Mail,
  'file-text': FileText,
  'list-checks': ListChecks,
  'calendar-days': CalendarDays,
  ticket: Ticket,
  'graduation-cap': GraduationCap,
  'book-open': BookOpen,
  library: Library,
  'flask-conical': FlaskConical,
  laptop: Laptop,
  clapperboard: Clapperboard,
  'briefcase-business': BriefcaseBusiness,
  wallet: Wallet,
  'building-2': Building2,
  landmark: Landmark,
  'map-pin': MapPin,
  bus: Bus,
  utensils: Utensils,
  'shopping-bag': ShoppingBag,
  dumbbell: Dumbbell,
  trophy: Trophy,
  music: Music,
  palette: Palette,
  'users-round': UsersRound,
  'heart-pulse': HeartPulse,
  leaf: Leaf,
  'life-buoy': LifeBuoy,
};

/** Returns the icon of a type, after all icons have loaded. */
export const iconOf = (type: MenuItemType): LucideIcon =>
  commonIcons[type] ?? drawings[type as Drawing];

/** Loads with the first of these icons. */
export function MenuDrawing({
  name,
  size,
  className = '',
}: {
  name: Drawing;
  size: number;
  className?: string;
}) {
  const Icon = drawings[name];
  return (
    <Icon
      size={size}
      strokeWidth={1.8}
      aria-hidden
      className={`${name === 'logout' ? 'rtl:-scale-x-100' : ''} ${className}`}
    />
  );
}
