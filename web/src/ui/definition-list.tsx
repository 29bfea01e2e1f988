import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * <DefinitionList><Definition icon={GraduationCap} term="Studies">…</Definition></DefinitionList>: terms with values next to
 * them if there is space.
 */
export function DefinitionList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <dl aria-label={label} className="@container grid gap-4">
      {children}
    </dl>
  );
}

export function Definition({
  icon: Icon,
  term,
  isStacked = false,
  children,
}: {
  icon?: LucideIcon;
  term: string;
  /** For long values and lists: they need more space next to the term, and are below it on phones. */
  isStacked?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={`grid gap-1 @lg:grid-cols-[12rem_minmax(0,1fr)] ${isStacked ? '@sm:grid-cols-[8.5rem_minmax(0,1fr)] @sm:gap-3' : '@xs:grid-cols-[8.5rem_minmax(0,1fr)] @xs:gap-3'}`}
    >
      <dt className="flex items-start gap-2 text-ink-2">
        {Icon && (
          <Icon size={20} strokeWidth={1.75} aria-hidden className="mt-px shrink-0 text-ink-3" />
        )}
        {term}
      </dt>
      <dd className={`min-w-0 ${Icon ? (isStacked ? '@max-sm:ps-7' : '@max-xs:ps-7') : ''}`}>
        {children}
      </dd>
    </div>
  );
}
