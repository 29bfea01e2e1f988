import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** <EmptyState icon={Users} title="No requests" action={<Button …/>}>The purpose of this list.</EmptyState> */
interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  /** A button for the first step. */
  action?: ReactNode;
  /** True if it is the only content of the page. */
  isPage?: boolean;
  /** In a card: one line. */
  isSmall?: boolean;
  /** True if the card has no heading. */
  isFirst?: boolean;
}

export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  isPage = false,
  isSmall = false,
  isFirst = false,
}: EmptyStateProps) {
  // Heading level 1 alone on a page, 2 below the page's heading, and 3 in a card, which has its own heading.
  const Heading = isPage ? 'h1' : isSmall && !isFirst ? 'h3' : 'h2';
  if (isSmall)
    return (
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-fill text-ink-3">
          <Icon size={20} strokeWidth={1.75} aria-hidden />
        </span>
        <div className="min-w-40 flex-1">
          <Heading className="font-medium!">{title}</Heading>
          {children && <p className="text-sm text-ink-2">{children}</p>}
        </div>
        {action}
      </div>
    );
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-2 px-4 py-14 text-center">
      <span className="mb-2 grid place-items-center rounded-full bg-fill text-ink-3 size-14">
        <Icon size={24} strokeWidth={1.75} aria-hidden />
      </span>
      <Heading className="text-lg!">{title}</Heading>
      {children && <p className="text-ink-2 text-balance">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
