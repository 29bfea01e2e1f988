import { ChevronDown } from 'lucide-react';
import { Field, type FieldTexts } from './field.tsx';

/**
 * <Select label="Language" value={locale} options={[{ value: 'de', label: 'Deutsch' }]} onChange={…} />: the native select
 * element.
 */
interface SelectProps<V extends string> extends FieldTexts {
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
  name?: string;
}

export function Select<V extends string>({
  label,
  description,
  error,
  isLabelHidden,
  value,
  options,
  onChange,
  name,
}: SelectProps<V>) {
  return (
    <Field
      label={label}
      description={description}
      error={error}
      {...(isLabelHidden && { isLabelHidden })}
    >
      {(control) => (
        <div className="relative">
          <select
            {...control}
            name={name}
            value={value}
            onChange={(event) => onChange(event.target.value as V)}
            className="field appearance-none pe-10"
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={20}
            aria-hidden
            className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-ink-3"
          />
        </div>
      )}
    </Field>
  );
}
