import type { ReactNode } from 'react';

interface FilterRowProps {
  label: string;
  /** Clears all filters; null if none is set. */
  onClear: (() => void) | null;
  clearLabel: string;
  /** Shown at the end of the row. */
  end?: ReactNode;
  children: ReactNode;
}

/**
 * The filters of a list as chips. In narrow windows, they scroll horizontally: a filter that comes later would otherwise begin a
 * second row, and move the list.
 */
export function FilterRow({ label, onClear, clearLabel, end, children }: FilterRowProps) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex min-w-0 items-center gap-2 max-lg:overflow-x-auto max-lg:[scrollbar-width:none] max-md:-mx-4 max-md:px-4 lg:flex-wrap"
    >
      {children}
      {onClear !== null && (
        <button
          type="button"
          onClick={onClear}
          className="min-h-8 shrink-0 rounded-control px-2 text-sm font-bold text-brand-text transition-colors duration-150 hover:bg-brand-soft touch:min-h-11"
        >
          {clearLabel}
        </button>
      )}
      {end}
    </div>
  );
}
