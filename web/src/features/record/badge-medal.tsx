import type { BadgeIcon } from '#contract/record/limits.ts';
import { badgeLooks } from './record-words.ts';

/** Grounds of badges, by their color. Written out, so that the styles know them. */
const grounds = [
  'bg-kind-0 text-kind-0-ink',
  'bg-kind-1 text-kind-1-ink',
  'bg-kind-2 text-kind-2-ink',
  'bg-kind-3 text-kind-3-ink',
  'bg-kind-4 text-kind-4-ink',
  'bg-kind-5 text-kind-5-ink',
];

interface BadgeMedalProps {
  icon: BadgeIcon;
  color: number;
  /** Not reached yet: an outline. */
  isAhead?: boolean;
}

/** The round picture of a badge; what it is called stands beside it. */
export function BadgeMedal({ icon, color, isAhead = false }: BadgeMedalProps) {
  const Icon = badgeLooks[icon];
  return (
    <span
      className={`forced-edge grid size-12 shrink-0 place-items-center rounded-full ${isAhead ? 'border-2 border-dashed border-line-field text-ink-2' : grounds[color]}`}
    >
      <Icon size={22} strokeWidth={1.9} aria-hidden />
    </span>
  );
}
