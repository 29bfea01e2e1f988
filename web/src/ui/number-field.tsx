import { CircleAlert, Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import {
  Button,
  Group,
  Input,
  Label,
  NumberField as Aria,
} from 'react-aria-components/NumberField';
import { useMessages } from '../lib/messages.ts';
import { AriaProvider } from './aria-provider.tsx';
import type { FieldTexts } from './field.tsx';

/**
 * <NumberField label="Capacity" value={capacity} min={1} max={500} onChange={setCapacity} />: typed, or changed with buttons
 * and arrow keys. Import it only in lazy pages.
 */
interface NumberFieldProps extends Omit<FieldTexts, 'isLabelHidden'> {
  /** `null` if empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number;
  max?: number;
  step?: number;
  /** As for `Intl.NumberFormat`: percent, a currency, a unit. */
  format?: Intl.NumberFormatOptions;
  isDisabled?: boolean;
}

const button =
  'grid w-11 shrink-0 place-items-center text-ink-2 transition-colors duration-150 hover:bg-fill disabled:opacity-40';

export function NumberField({
  label,
  description,
  error,
  value,
  onChange,
  min,
  max,
  step,
  format,
  isDisabled = false,
}: NumberFieldProps) {
  const { t } = useMessages();
  const id = useId();
  const described = [error && `${id}-error`, description && `${id}-description`]
    .filter(Boolean)
    .join(' ');
  return (
    <AriaProvider>
      <Aria
        value={value ?? Number.NaN}
        onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
        isInvalid={Boolean(error)}
        isDisabled={isDisabled}
        incrementAriaLabel={t('kit.increase', { name: label })}
        decrementAriaLabel={t('kit.decrease', { name: label })}
        {...(min !== undefined && { minValue: min })}
        {...(max !== undefined && { maxValue: max })}
        {...(step !== undefined && { step })}
        {...(format && { formatOptions: format })}
        {...(described && { 'aria-describedby': described })}
        className="grid min-w-0 content-start gap-1.5"
      >
        <Label className="text-sm font-bold">{label}</Label>
        <Group
          {...(error && { 'data-invalid': true })}
          className="field flex min-h-11 max-w-56 items-stretch overflow-hidden p-0!"
        >
          <Button slot="decrement" className={button}>
            <Minus size={18} aria-hidden />
          </Button>
          <Input className="min-w-0 flex-1 bg-transparent text-center tabular-nums outline-none" />
          <Button slot="increment" className={button}>
            <Plus size={18} aria-hidden />
          </Button>
        </Group>
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
      </Aria>
    </AriaProvider>
  );
}
