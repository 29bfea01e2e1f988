import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** <Pill tone="good" icon={Check}>Tested</Pill>: a status of one or two words. */
export type Tone = 'quiet' | 'brand' | 'good' | 'warn' | 'bad';

export const backgroundColors: Record<Tone, string> = {
  quiet: 'bg-fill',
  brand: 'bg-brand-soft',
  good: 'bg-good-soft',
  warn: 'bg-warn-soft',
  bad: 'bg-bad-soft',
};
export const textColors: Record<Tone, string> = {
  quiet: 'text-ink-2',
  brand: 'text-brand-text',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
};

interface PillProps {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}

export function Pill({ tone = 'quiet', icon: Icon, children }: PillProps) {
  return (
    <span
      className={`pill inline-flex max-w-full items-center gap-1 rounded-full px-2.5 py-1 text-xs font-bold ${backgroundColors[tone]} ${textColors[tone]}`}
    >
      {Icon && <Icon size={14} strokeWidth={2.5} aria-hidden className="shrink-0" />}
      {children}
    </span>
  );
}
