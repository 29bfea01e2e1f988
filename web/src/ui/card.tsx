import type { ReactNode } from 'react';

/**
 * <Card title="New on campus" aside={<Link …/>}>…</Card>: a section with a background. Omit the title if the card is the page's only
 * content.
 */
interface CardProps {
  title?: string;
  description?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Card({ title, description, aside, children, className = '' }: CardProps) {
  return (
    <section className={`card p-4 sm:p-5 ${className}`} aria-label={title}>
      {(title || description) && (
        <div className="mb-4 grid gap-1">
          {/* If the title and the content next to it are too wide for one line, the content wraps below. */}
          <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
            {title ? (
              <h2 className="flex-[1_1_min-content] wrap-break-word">{title}</h2>
            ) : (
              <p className="flex-[1_1_min-content] text-sm text-ink-2">{description}</p>
            )}
            {aside}
          </div>
          {title && description && <p className="text-sm text-ink-2">{description}</p>}
        </div>
      )}
      {children}
    </section>
  );
}
