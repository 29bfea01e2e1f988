import { Minus, Plus } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { IconButton } from '../../ui/button.tsx';

/** A number with buttons. `name` says of what, for screen readers. */
export function QuantityField({
  name,
  value,
  min = 0,
  max,
  onChange,
}: {
  name: string;
  value: number;
  min?: number;
  max: number;
  onChange: (value: number) => void;
}) {
  const { t, number } = useMessages();
  return (
    <span
      role="group"
      aria-label={t('store.quantityOf', { name })}
      className="inline-flex items-center justify-self-start rounded-control border border-line-field"
    >
      <IconButton
        label={t('store.less', { name })}
        icon={Minus}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      />
      <output className="min-w-8 text-center font-medium tabular-nums">{number(value)}</output>
      <IconButton
        label={t('store.more', { name })}
        icon={Plus}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      />
    </span>
  );
}
