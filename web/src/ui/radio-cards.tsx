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
    <div className="@container">
      <div
        role="radiogroup"
        aria-label={label}
        className={`grid gap-3 ${isRow ? '@md:auto-cols-[minmax(0,1fr)] @md:grid-cols-none @md:grid-flow-col' : ''}`}
      >
        {options.map(({ value: option, label: text, body, icon: Icon }) => (
          <label
            key={option}
            className={`relative flex min-h-16 cursor-pointer items-center gap-4 rounded-card border border-line px-4 py-3 transition-colors duration-150 hover:bg-fill has-checked:border-brand-text has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-text ${isRow ? '@md:grid @md:content-start @md:justify-items-start @md:gap-2 @md:pt-3.5' : ''}`}
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
                className={`shrink-0 text-brand-text ${isRow ? '@md:absolute @md:end-3 @md:top-3.5' : ''}`}
              />
            )}
          </label>
        ))}
      </div>
    </div>
  );
}
