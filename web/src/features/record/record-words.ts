import {
  Award,
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  Flag,
  Heart,
  Leaf,
  Megaphone,
  Microscope,
  Mountain,
  Star,
  Trophy,
  Undo2,
  User,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { BadgeIcon, EntrySource, EntryState } from '#contract/record/limits.ts';
import { dateFormat } from '../../lib/date-format.ts';
import type { Messages } from '../../lib/messages.ts';
import type { Tone } from '../../ui/pill.tsx';

/** How the state of an experience looks. */
export const stateLooks: Record<EntryState, { tone: Tone; icon: LucideIcon }> = {
  self_reported: { tone: 'quiet', icon: User },
  waiting: { tone: 'warn', icon: Clock },
  verified: { tone: 'good', icon: CircleCheck },
  sent_back: { tone: 'bad', icon: Undo2 },
  denied: { tone: 'bad', icon: CircleX },
  revoked: { tone: 'bad', icon: CircleSlash },
};

export const badgeLooks: Record<BadgeIcon, LucideIcon> = {
  award: Award,
  flag: Flag,
  heart: Heart,
  leaf: Leaf,
  megaphone: Megaphone,
  microscope: Microscope,
  mountain: Mountain,
  star: Star,
  trophy: Trophy,
  users: Users,
};

/** Hours of minutes, as people write them: 12.5. */
export const hoursOf = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;

/** Months that an experience took: September 2025 – now. Days without a time stand in no zone. */
export const spanText = (
  { t, locale }: Messages,
  { startsOn, endsOn }: { startsOn: string; endsOn: string | null },
): string => {
  const month = dateFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const from = month.format(new Date(startsOn));
  if (endsOn === null) return t('record.since', { from });
  const to = month.format(new Date(endsOn));
  return from === to ? from : `${from} – ${to}`;
};

/** What comes from the platform has its title in the reader's language. */
export const titleOf = (
  { t }: Messages,
  { title, source }: { title: string; source?: EntrySource },
): string =>
  source === 'events' || (source === undefined && title === 'Events attended')
    ? t('record.attended')
    : title;

/** Academic years begin in August: the year in which the one of a day began. */
export const yearOf = (date: string): number =>
  Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < 8 ? 1 : 0);

/** 2026–27. */
export const yearText = (year: number): string =>
  `${year}–${String((year + 1) % 100).padStart(2, '0')}`;
