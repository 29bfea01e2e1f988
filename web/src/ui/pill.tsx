import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** <Pill tone="good" icon={Check}>Tested</Pill>: the state of something, in a word or two. */
export type Tone = 'quiet' | 'brand' | 'good' | 'warn' | 'bad';

const tones: Record<Tone, string> = {
  quiet: 'bg-fill text-ink-2',
  brand: 'bg-brand-soft text-brand-text',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

interface PillProps {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}

export function Pill({ tone = 'quiet', icon: Icon, children }: PillProps) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 rounded-full px-2.5 py-1 text-xs font-bold ${tones[tone]}`}
    >
      {Icon && <Icon size={14} strokeWidth={2.5} aria-hidden className="shrink-0" />}
      {children}
    </span>
  );
}
