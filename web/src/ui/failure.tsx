import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** <Failure>{errorText(act.error, messages)}</Failure>: an error next to the control that caused it. */
export function Failure({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="flex gap-2 rounded-control bg-bad-soft px-3 py-2.5 text-sm font-medium text-bad"
    >
      <CircleAlert size={20} aria-hidden className="shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
