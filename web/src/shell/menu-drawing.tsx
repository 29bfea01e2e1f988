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
import { nearIcons } from './menu-kinds.ts';

/** Anything the bars do not bring along: icons that can be given, and those of types that lead elsewhere or do something. */
export type Drawing = MenuIcon | LinkType | 'switch' | 'logout';

const drawings: Readonly<Record<Drawing, LucideIcon>> = {
  // The set has no marks of companies; these say what the places are for.
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

/** The icon of a type, where all of them are there already. */
export const iconOf = (type: MenuItemType): LucideIcon =>
  nearIcons[type] ?? drawings[type as Drawing];

/** Loaded with the first of them that shows. */
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
