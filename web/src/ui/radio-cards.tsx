import { Check, type LucideIcon } from 'lucide-react';
import { useId } from 'react';

/**
 * <RadioCards label="Theme" value={theme} options={[{ value: 'light', label: 'Light', body: 'Always light', icon: Sun }]}
 * onChange={…} />: a choice whose options each need an explanation.
 */
interface RadioCardsProps<V extends string> {
  label: string;
  /** `null` if none of the options applies. */
  value: V | null;
  options: readonly { value: V; label: string; body: string; icon: LucideIcon }[];
  onChange: (value: V) => void;
  /** Shows the cards side by side if there is space. */
  isRow?: boolean;
}

export function RadioCards<V extends string>({
  label,
  value,
  options,
  onChange,
  isRow = false,
}: RadioCardsProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`grid gap-3 ${isRow ? (options.length === 2 ? 'sm:grid-cols-2' : 'sm:grid-cols-3') : ''}`}
    >
      {options.map(({ value: option, label: text, body, icon: Icon }) => (
        <label
          key={option}
          className={`relative flex min-h-16 cursor-pointer rounded-card border border-line px-4 py-3 transition-colors duration-150 hover:bg-fill has-checked:border-brand-text has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-text ${isRow ? 'flex-col items-start gap-2' : 'items-center gap-4'}`}
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={value === option}
            onChange={() => onChange(option)}
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-card outline-none"
          />
          <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />
          <span className="grid flex-1 gap-0.5">
            <span className="font-bold">{text}</span>
            <span className="text-sm text-ink-2">{body}</span>
          </span>
          {value === option && (
            <Check
              size={20}
              aria-hidden
              className={`shrink-0 text-brand-text ${isRow ? 'absolute end-3 top-3' : ''}`}
            />
          )}
        </label>
      ))}
    </div>
  );
}
