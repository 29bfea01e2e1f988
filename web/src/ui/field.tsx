import { useId, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';

/** Label, description and error around a control, which gets their IDs. Every field uses it. */
export interface FieldTexts {
  label: string;
  description?: ReactNode;
  /** The error text. */
  error?: string | undefined;
  /** Hides the label visually. */
  isLabelHidden?: boolean;
}

interface FieldProps extends FieldTexts {
  /** At the end of the label's line: "Forgot it?" */
  aside?: ReactNode;
  children: (control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}

export function Field({
  label,
  description,
  error,
  isLabelHidden = false,
  aside,
  children,
}: FieldProps) {
  const id = useId();
  const described = [error ? `${id}-error` : '', description ? `${id}-description` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <div className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="text-sm font-bold">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-sm text-bad">
          <CircleAlert size={18} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      )}
      {description && (
        <p id={`${id}-description`} className="text-sm text-ink-2">
          {description}
        </p>
      )}
    </div>
  );
}
