import { useId, type ReactNode } from 'react';

/** <Switch label="…" description="…" isOn={isListed} onChange={setListed} />: text at the start, the switch at the end. */
interface SwitchProps {
  label: string;
  /** Hides the label visually, in a table whose headers show it. */
  isLabelHidden?: boolean;
  /** Accessible name if the label needs context: "Events: Email" for "Email". It has to contain the label. */
  fullName?: string;
  description?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
  name?: string;
}

export function Switch({
  label,
  isLabelHidden = false,
  fullName,
  description,
  isOn,
  onChange,
  isDisabled = false,
  name,
}: SwitchProps) {
  const id = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 has-disabled:cursor-not-allowed has-disabled:opacity-60">
      <span className={isLabelHidden ? 'sr-only' : 'grid gap-0.5'}>
        <span className="font-medium">{label}</span>
        {description && (
          <span id={id} className="text-sm text-ink-2">
            {description}
          </span>
        )}
      </span>
      <span className="relative grid shrink-0">
        <input
          type="checkbox"
          role="switch"
          aria-label={fullName}
          name={name}
          checked={isOn}
          aria-checked={isOn}
          disabled={isDisabled}
          aria-describedby={description ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="peer h-6.5 w-11 cursor-[inherit] appearance-none rounded-full border border-line-field bg-fill-2 transition-colors duration-150 checked:border-brand-text checked:bg-brand-text"
        />
        <span
          aria-hidden
          className="forced-edge pointer-events-none absolute start-[3px] top-[3px] size-5 rounded-full bg-surface shadow-float transition-transform duration-150 peer-checked:translate-x-4.5 rtl:peer-checked:-translate-x-4.5"
        />
      </span>
    </label>
  );
}
