import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** <EmptyState icon={Users} title="No requests" action={<Button …/>}>What belongs here.</EmptyState> */
interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  /** The first step. */
  action?: ReactNode;
  /** It is all there is on the page. */
  isPage?: boolean;
  /** In a card: less air. */
  isSmall?: boolean;
}

export function EmptyState({ icon: Icon, title, children, action, isPage = false, isSmall = false }: EmptyStateProps) {
  // Alone on a page it is the heading; under the page's heading the second; in a card, which has its own, the third.
  const Heading = isPage ? 'h1' : isSmall ? 'h3' : 'h2';
  return (
    <div className={`mx-auto grid max-w-sm justify-items-center gap-2 text-center ${isSmall ? 'py-4' : 'px-4 py-14'}`}>
      <span className={`mb-2 grid place-items-center rounded-full bg-fill text-ink-3 ${isSmall ? 'size-11' : 'size-14'}`}>
        <Icon size={isSmall ? 20 : 24} strokeWidth={1.75} aria-hidden />
      </span>
      <Heading className={isPage ? 'text-lg!' : 'text-base! tracking-normal!'}>{title}</Heading>
      {children && <p className="text-ink-2 text-balance">{children}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
