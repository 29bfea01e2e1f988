import {
  CalendarCheck,
  CalendarClock,
  CalendarDays,
  Flag,
  GraduationCap,
  Landmark,
  Rss,
  Shapes,
  type LucideIcon,
} from 'lucide-react';
import type { CalendarKind } from '#contract/calendar/kinds.ts';
import type { LabelKey } from '../../lib/messages.ts';

/** Background, text and border by color number (styles/tokens.css). */
const tones = [
  'bg-kind-0 text-kind-0-ink border-kind-0-edge',
  'bg-kind-1 text-kind-1-ink border-kind-1-edge',
  'bg-kind-2 text-kind-2-ink border-kind-2-edge',
  'bg-kind-3 text-kind-3-ink border-kind-3-edge',
  'bg-kind-4 text-kind-4-ink border-kind-4-edge',
  'bg-kind-5 text-kind-5-ink border-kind-5-edge',
  'bg-kind-6 text-kind-6-ink border-kind-6-edge',
  'bg-kind-7 text-kind-7-ink border-kind-7-edge',
] as const;
/** The style of tentative items, with a dashed border. */
const openTones = [
  'bg-surface text-kind-0-ink border-kind-0-edge',
  'bg-surface text-kind-1-ink border-kind-1-edge',
  'bg-surface text-kind-2-ink border-kind-2-edge',
  'bg-surface text-kind-3-ink border-kind-3-edge',
  'bg-surface text-kind-4-ink border-kind-4-edge',
  'bg-surface text-kind-5-ink border-kind-5-edge',
  'bg-surface text-kind-6-ink border-kind-6-edge',
  'bg-surface text-kind-7-ink border-kind-7-edge',
] as const;
const pastTones = [
  'bg-[color-mix(in_srgb,var(--kind-0)_45%,var(--surface))] text-kind-0-ink border-kind-0-edge/50',
  'bg-[color-mix(in_srgb,var(--kind-1)_45%,var(--surface))] text-kind-1-ink border-kind-1-edge/50',
  'bg-[color-mix(in_srgb,var(--kind-2)_45%,var(--surface))] text-kind-2-ink border-kind-2-edge/50',
  'bg-[color-mix(in_srgb,var(--kind-3)_45%,var(--surface))] text-kind-3-ink border-kind-3-edge/50',
  'bg-[color-mix(in_srgb,var(--kind-4)_45%,var(--surface))] text-kind-4-ink border-kind-4-edge/50',
  'bg-[color-mix(in_srgb,var(--kind-5)_45%,var(--surface))] text-kind-5-ink border-kind-5-edge/50',
  'bg-[color-mix(in_srgb,var(--kind-6)_45%,var(--surface))] text-kind-6-ink border-kind-6-edge/50',
  'bg-[color-mix(in_srgb,var(--kind-7)_45%,var(--surface))] text-kind-7-ink border-kind-7-edge/50',
] as const;
interface Shown {
  readonly color: number;
  readonly isTentative: boolean;
  readonly isCanceled: boolean;
  readonly overlaps?: readonly unknown[];
}

/** Returns the style of a block: dashed if tentative, pale if past, and with a warning border if it has a conflict. */
export const blockClass = (item: Shown, isPast: boolean, hasOverlap: boolean): string => {
  const at = item.color;
  const open = item.isTentative || item.isCanceled;
  const tone = (open ? openTones[at] : isPast ? pastTones[at] : tones[at]) ?? tones[2];
  const edge = open ? 'border-[1.5px] border-dashed' : 'border-0 border-s-[3px]';
  const warn = hasOverlap ? 'ring-[1.5px] ring-warn ring-inset' : '';
  return `${tone} ${edge} ${warn} ${item.isCanceled ? 'line-through' : ''}`;
};

export const kindIcons: Record<CalendarKind, LucideIcon> = {
  class: GraduationCap,
  event: CalendarDays,
  club: Shapes,
  academic: Landmark,
  booking: CalendarClock,
  deadline: Flag,
  own: CalendarCheck,
  subscribed: Rss,
};

export const kindLabels: Record<CalendarKind, LabelKey> = {
  class: 'calendar.kind.class',
  event: 'calendar.kind.event',
  club: 'calendar.kind.club',
  academic: 'calendar.kind.academic',
  booking: 'calendar.kind.booking',
  deadline: 'calendar.kind.deadline',
  own: 'calendar.kind.own',
  subscribed: 'calendar.kind.subscribed',
};

export const colorLabels: readonly LabelKey[] = [
  'calendar.color.0',
  'calendar.color.1',
  'calendar.color.2',
  'calendar.color.3',
  'calendar.color.4',
  'calendar.color.5',
  'calendar.color.6',
  'calendar.color.7',
];
