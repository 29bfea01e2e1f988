import { parseHex, toHex } from '../lib/color.ts';
import { TextField } from './text-field.tsx';

/** <ColorField label="School color" pickLabel="Pick a color" value="#005fbf" onChange={setColor} />: a hex color, with the browser's picker. */
interface ColorFieldProps {
  label: string;
  pickLabel: string;
  description?: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

export function ColorField({
  label,
  pickLabel,
  description,
  value,
  error,
  onChange,
}: ColorFieldProps) {
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <TextField
          label={label}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={value}
          onChange={onChange}
          error={error}
          {...(description !== undefined && { description })}
        />
      </div>
      <input
        type="color"
        aria-label={pickLabel}
        value={toHex(parseHex(value) ?? [0, 0, 0])}
        onChange={(event) => onChange(event.target.value)}
        className="mt-6.5 h-11 w-14 shrink-0 cursor-pointer rounded-control border border-line-field bg-surface p-1"
      />
    </div>
  );
}
