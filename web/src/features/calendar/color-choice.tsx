import { useId } from 'react';
import { Check } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { colorLabels } from './kind-styles.ts';
import { dotClass } from './dot-class.ts';

interface ColorChoiceProps {
  value: number | null;
  onChange: (color: number | null) => void;
  /** True to offer the default color too. */
  hasUsual?: boolean;
}

/** Selects one of the calendar colors. */
export function ColorChoice({ value, onChange, hasUsual = false }: ColorChoiceProps) {
  const { t } = useMessages();
  const name = useId();
  const options: (number | null)[] = [...(hasUsual ? [null] : []), ...colorLabels.keys()];
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-bold">{t('calendar.color')}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((color) => {
          const label =
            color === null
              ? t('calendar.color.usual')
              : t(colorLabels[color] ?? 'calendar.color.0');
          return (
            <label
              key={color ?? 'usual'}
              title={label}
              className={`relative grid size-9 cursor-pointer place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-text touch:size-11 forced-edge ${color === null ? 'border border-dashed border-line-field' : dotClass(color)}`}
            >
              <input
                type="radio"
                name={name}
                aria-label={label}
                checked={value === color}
                onChange={() => onChange(color)}
                className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
              />
              {value === color && (
                <Check
                  size={20}
                  strokeWidth={3}
                  aria-hidden
                  className={color === null ? 'text-ink' : 'text-white dark:text-black'}
                />
              )}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
