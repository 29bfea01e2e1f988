import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { textColors } from './pill.tsx';

/**
 * <StatTile label="Members" value={number(214)} change={{ by: 12, words: '12 more than last fall' }} />: a number with its
 * meaning. Several are in a StatGrid.
 */
interface StatTileProps {
  label: string;
  /** The displayed value: a formatted number, or a dash if there is too little data. */
  value: ReactNode;
  /** The change compared to before. It has a tone only if more or less is good or bad. */
  change?: { by: number; words: string; isGood?: boolean };
  /** The source and age of the number, or the reason why it is missing. */
  note?: ReactNode;
}

export function StatTile({ label, value, change, note }: StatTileProps) {
  const by = Math.sign(change?.by ?? 0);
  const Arrow = by > 0 ? ArrowUpRight : by < 0 ? ArrowDownRight : Minus;
  const tone = change?.isGood === undefined ? 'quiet' : change.isGood ? 'good' : 'bad';
  return (
    <div className="card relative grid content-start gap-1 p-4">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="text-2xl font-bold tabular-nums">{value}</dd>
      {change && (
        <dd className={`flex items-start gap-1 text-sm font-medium ${textColors[tone]}`}>
          <Arrow size={18} aria-hidden className="mt-px shrink-0 rtl:-scale-x-100" />
          {change.words}
        </dd>
      )}
      {note && <dd className="text-sm text-ink-2">{note}</dd>}
    </div>
  );
}

/** Two per row on phones, four if there is space. */
export function StatGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3"
    >
      {children}
    </dl>
  );
}
