import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';

/** <Reason>Ana and Ben are members</Reason>: the reason for a suggestion in one line. */
export function Reason({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      <Sparkles size={16} aria-hidden className="mt-0.5 shrink-0 text-brand-text" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
