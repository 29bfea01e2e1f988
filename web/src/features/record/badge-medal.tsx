import type { BadgeIcon } from '#contract/record/limits.ts';
import { badgeLooks } from './record-words.ts';
import { kindColors } from '../../ui/kind-grounds.ts';

interface BadgeMedalProps {
  icon: BadgeIcon;
  color: number;
  /** True if it isn't earned yet, shown as an outline. */
  isAhead?: boolean;
}

/** The round icon of a badge. Its name is next to it. */
export function BadgeMedal({ icon, color, isAhead = false }: BadgeMedalProps) {
  const Icon = badgeLooks[icon];
  return (
    <span
      className={`forced-edge grid size-12 shrink-0 place-items-center rounded-full ${isAhead ? 'border-2 border-dashed border-line-field text-ink-2' : kindColors[color]}`}
    >
      <Icon size={22} strokeWidth={1.9} aria-hidden />
    </span>
  );
}
