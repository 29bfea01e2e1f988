import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** <Checkbox label="Chess" isChecked={…} onChange={…}>{count}</Checkbox>: a row with its content at the end. */
interface CheckboxProps {
  label: string;
  /** Hides the label visually, in a list whose rows show it. */
  isLabelHidden?: boolean;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  isDisabled?: boolean;
  /** The ID of its description. */
  describedBy?: string;
  children?: ReactNode;
}

export function Checkbox({
  label,
  isLabelHidden = false,
  isChecked,
  onChange,
  isDisabled = false,
  describedBy,
  children,
}: CheckboxProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control py-1 has-disabled:cursor-not-allowed has-disabled:opacity-50 touch:min-h-11">
      <span className="relative grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={isChecked}
          disabled={isDisabled}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-[5px] border border-line-field bg-surface checked:border-brand checked:bg-brand"
        />
        <Check
          size={16}
          strokeWidth={3}
          aria-hidden
          className="pointer-events-none relative text-on-brand opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className={isLabelHidden ? 'sr-only' : 'min-w-0 flex-1'}>{label}</span>
      {children !== undefined && (
        <span className="text-sm text-ink-3 tabular-nums">{children}</span>
      )}
    </label>
  );
}
