import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';

/**
 * <FoldingCard title="Registration" summary="People register • 40 spots">…</FoldingCard>
 * A section of a form that opens on request. Closed, it shows what is set in one line; with `hasError`, it is open.
 */
interface FoldingCardProps {
  title: string;
  /** The current values in short. */
  summary: string;
  description?: string;
  hasError?: boolean;
  children: ReactNode;
}

export function FoldingCard({
  title,
  summary,
  description,
  hasError = false,
  children,
}: FoldingCardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/fold card"
    >
      <summary className="flex min-h-14 list-none items-center gap-x-4 rounded-card p-4 -outline-offset-2 hover:bg-fill sm:px-5 [&::-webkit-details-marker]:hidden">
        <span className="grid min-w-0 flex-1 gap-0.5">
          <h2>{title}</h2>
          <span className="truncate text-sm text-ink-2 group-open/fold:hidden">
            <bdi>{summary}</bdi>
          </span>
          {description !== undefined && (
            <span className="hidden text-sm text-ink-2 group-open/fold:block">{description}</span>
          )}
        </span>
        <ChevronDown
          size={20}
          aria-hidden
          className="shrink-0 text-ink-3 transition-transform duration-150 group-open/fold:rotate-180"
        />
      </summary>
      <div className="px-4 pt-1 pb-4 sm:px-5 sm:pb-5">{children}</div>
    </details>
  );
}
