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

/** The look of each status. */
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

/** Returns minutes as hours: 12.5. */
export const hoursOf = (minutes: number): number => Math.round((minutes / 60) * 100) / 100;

/** Returns the months of an experience: September 2025 – now. Dates without a time have no zone. */
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

/** Returns the title in the user's language for experiences that were added automatically. */
export const titleOf = (
  { t }: Messages,
  { title, source }: { title: string; source?: EntrySource },
): string =>
  source === 'events' || (source === undefined && title === 'Events attended')
    ? t('record.attended')
    : title;

/** Returns the year in which the academic year of a day started. Academic years start in August. */
export const yearOf = (date: string): number =>
  Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < 8 ? 1 : 0);

/** Returns an academic year as text: 2026–27. */
export const yearText = (year: number): string =>
  `${year}–${String((year + 1) % 100).padStart(2, '0')}`;
