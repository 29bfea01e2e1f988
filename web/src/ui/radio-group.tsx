import { useId } from 'react';
import type { FieldTexts } from './field.tsx';

/**
 * <RadioGroup label="Why" value={reason} options={[{ value: 'spam', label: 'Spam' }]} onChange={setReason} />: a choice of a
 * few visible options.
 */
export interface RadioOption<V extends string> {
  value: V;
  label: string;
  description?: string;
  /** True if it is disabled. The surrounding text explains why. */
  isDisabled?: boolean;
}

interface RadioGroupProps<V extends string> extends FieldTexts {
  /** `null` if nothing is selected yet. */
  value: V | null;
  options: readonly RadioOption<V>[];
  onChange: (value: V) => void;
}

export function RadioGroup<V extends string>({
  label,
  description,
  error,
  isLabelHidden = false,
  value,
  options,
  onChange,
}: RadioGroupProps<V>) {
  const id = useId();
  const described = [error && `${id}-error`, description && `${id}-description`]
    .filter(Boolean)
    .join(' ');
  return (
    <fieldset className="grid gap-1" aria-describedby={described || undefined}>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1 text-sm font-bold'}>{label}</legend>
      {description && (
        <p id={`${id}-description`} className="text-sm text-ink-2">
          {description}
        </p>
      )}
      {options.map((option) => (
        <label
          key={option.value}
          className="-mx-2 flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2 touch:min-h-11 not-has-disabled:hover:bg-fill has-disabled:cursor-not-allowed has-disabled:opacity-50"
        >
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            disabled={option.isDisabled ?? false}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 accent-brand-text"
          />
          <span className="grid gap-0.5 py-1">
            {option.label}
            {option.description && <span className="text-sm text-ink-2">{option.description}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
