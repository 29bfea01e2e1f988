import { ChevronDown, X, type LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';

/*
 * <Chip isOn={…} icon={…} onClick={…} onRemove={…} removeLabel="Remove Student">Student</Chip>   a filter
 * <Tag>Chess</Tag>                                                                              a quiet value
 */
interface ChipProps extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  isOn?: boolean;
  icon?: LucideIcon;
  /** Opens a picker, and shows a chevron. */
  hasPicker?: boolean;
  onRemove?: () => void;
  removeLabel?: string;
  children: ReactNode;
}

export function Chip({
  isOn = false,
  icon: Icon,
  hasPicker = false,
  onRemove,
  removeLabel,
  children,
  ...native
}: ChipProps) {
  const look = isOn
    ? 'border-brand-text/40 bg-brand-soft text-brand-text font-bold'
    : 'border-line-strong bg-surface font-medium hover:bg-fill';
  return (
    <span
      className={`inline-flex min-h-8 max-w-full items-stretch rounded-full border text-sm whitespace-nowrap transition-colors duration-150 touch:min-h-11 ${look}`}
    >
      <button
        type="button"
        {...native}
        className={`inline-flex min-w-0 items-center gap-1.5 rounded-full ps-3 ${onRemove ? 'pe-1' : 'pe-3'}`}
      >
        {Icon && <Icon size={16} aria-hidden className="shrink-0" />}
        <span className="truncate">{children}</span>
        {hasPicker && !onRemove && (
          <ChevronDown size={16} aria-hidden className={`shrink-0 ${isOn ? '' : 'text-ink-3'}`} />
        )}
      </button>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="grid w-8 place-items-center rounded-full transition-colors duration-150 hover:bg-brand-text/12 touch:w-11"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </span>
  );
}

export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="pill inline-block max-w-full rounded-control bg-fill px-2.5 py-1 text-sm font-medium wrap-anywhere">
      {children}
    </span>
  );
}
