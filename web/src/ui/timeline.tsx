import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { backgroundColors, textColors, type Tone } from './pill.tsx';

/**
 * <Timeline label="History"><Moment icon={Check} tone="good" title="Approved" when={<time …/>}>…</Moment></Timeline>: past
 * and future events in order.
 */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className="grid">
      {children}
    </ol>
  );
}

interface MomentProps {
  icon: LucideIcon;
  tone?: Tone;
  title: ReactNode;
  when?: ReactNode;
  /** Shown at the end of the line, such as an amount. */
  end?: ReactNode;
  /** True if it is in the future. */
  isAhead?: boolean;
  children?: ReactNode;
}

export function Moment({
  icon: Icon,
  tone = 'quiet',
  title,
  when,
  end,
  isAhead = false,
  children,
}: MomentProps) {
  return (
    <li className="last:[&_.moment-line]:hidden last:[&_.moment-text]:pb-0 grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
      <span className="grid justify-items-center grid-rows-[2rem_1fr]">
        <span
          className={`forced-edge grid size-8 place-items-center rounded-full ${isAhead ? 'border border-dashed border-line-field bg-ground text-ink-3' : `${backgroundColors[tone]} ${textColors[tone]}`}`}
        >
          <Icon size={18} strokeWidth={1.9} aria-hidden />
        </span>
        <span
          aria-hidden
          className={`moment-line w-0 border-s border-line-strong ${isAhead ? 'border-dashed' : ''}`}
        />
      </span>
      <div className="moment-text grid gap-0.5 pt-1 pb-5">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <p className={`min-w-0 font-medium ${isAhead ? 'text-ink-2' : ''}`}>{title}</p>
          {when && <span className="text-sm text-ink-2">{when}</span>}
          {end && <span className="ms-auto">{end}</span>}
        </div>
        {children && <div className="text-sm text-ink-2">{children}</div>}
      </div>
    </li>
  );
}
