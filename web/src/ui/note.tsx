import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { backgroundColors, textColors, type Tone } from './pill.tsx';

/** <Note tone="warn" icon={…} title="…" action={<Button …/>}>…</Note>: important information about the content below it. */
interface NoteProps {
  tone?: Tone;
  icon?: LucideIcon;
  title?: string;
  action?: ReactNode;
  children?: ReactNode;
}

export function Note({ tone = 'quiet', icon: Icon, title, action, children }: NoteProps) {
  return (
    <div
      className={`forced-edge flex flex-wrap items-start gap-x-3 gap-y-2 rounded-card p-4 text-sm ${backgroundColors[tone]}`}
    >
      {Icon && (
        <Icon size={20} strokeWidth={1.75} aria-hidden className={`shrink-0 ${textColors[tone]}`} />
      )}
      <div className="min-w-40 flex-1">
        {title && <p className={`font-bold ${textColors[tone]}`}>{title}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
