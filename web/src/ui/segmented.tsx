import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';

/**
 * <Segmented label="Layout" value="grid" options={[{ value: 'grid', label: 'Grid', icon: LayoutGrid }]} onChange={…}
 * isIconOnly />: the segments are as wide as their text, and wrap if necessary.
 */
interface SegmentedProps<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string; icon?: LucideIcon }[];
  onChange: (value: V) => void;
  isIconOnly?: boolean;
  isBlock?: boolean;
}

export function Segmented<V extends string>({
  label,
  value,
  options,
  onChange,
  isIconOnly = false,
  isBlock = false,
}: SegmentedProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={`flex-wrap rounded-control bg-fill p-[3px] ${isBlock ? 'flex w-full' : 'inline-flex max-w-full'}`}
    >
      {options.map(({ value: option, label: text, icon: Icon }) => (
        <label
          key={option}
          title={isIconOnly ? text : undefined}
          className="relative flex min-h-8 min-w-9 flex-auto cursor-pointer items-center justify-center gap-2 rounded-[6px] px-2.5 text-center text-sm font-medium text-ink-2 transition-colors duration-150 hover:text-ink has-checked:bg-surface has-checked:font-bold has-checked:text-ink has-checked:shadow-[0_1px_2px_rgb(0_0_0/0.14)] has-focus-visible:outline-2 has-focus-visible:outline-brand-text touch:min-h-11 touch:min-w-11 dark:has-checked:bg-line-strong forced-colors:has-checked:outline-2"
        >
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
            aria-label={isIconOnly ? text : undefined}
            className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
          />
          {Icon && <Icon size={isIconOnly ? 20 : 18} aria-hidden />}
          {!isIconOnly && (
            // Reserves space for the bold text, so that nothing moves when it is selected.
            <span
              data-text={text}
              className="after:invisible after:block after:h-0 after:overflow-hidden after:font-bold after:content-[attr(data-text)/'']"
            >
              {text}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
