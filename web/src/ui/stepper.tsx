import { Check, CircleAlert } from 'lucide-react';
import { useMinWidth } from '../lib/media.ts';
import { useMessages } from '../lib/messages.ts';

/**
 * <Stepper label="Registration" steps={[{ id: 'details', label: 'Details', note: 'Name', state: 'done' }]} selected={id}
 * onSelect={…} />
 * The steps of a longer form, in a column; on phones in one line, "2 of 5". Each step can be opened at any time, and shows
 * whether it has an error.
 */
interface StepperProps<I extends string> {
  label: string;
  steps: readonly {
    id: I;
    label: string;
    note?: string;
    state: 'open' | 'done' | 'wrong';
  }[];
  selected: I;
  onSelect: (id: I) => void;
}

export function Stepper<I extends string>({ label, steps, selected, onSelect }: StepperProps<I>) {
  const { t } = useMessages();
  const isWide = useMinWidth('lg');
  const at = steps.findIndex(({ id }) => id === selected);
  if (!isWide)
    return (
      <nav aria-label={label} className="grid gap-2">
        <p className="text-sm text-ink-2">
          {t('stepper.of', { at: at + 1, count: steps.length })}{' '}
          <strong className="font-bold text-ink">{steps[at]?.label}</strong>
        </p>
        <ol className="flex gap-1.5">
          {steps.map((step) => (
            <li key={step.id} className="flex-1">
              <button
                type="button"
                aria-label={
                  step.state === 'wrong' ? t('stepper.wrong', { name: step.label }) : step.label
                }
                aria-current={step.id === selected ? 'step' : undefined}
                onClick={() => onSelect(step.id)}
                className="flex h-6 w-full items-center touch:h-11"
              >
                <span
                  className={`h-1.5 w-full rounded-full forced-edge ${step.state === 'wrong' ? 'bg-bad' : step.id === selected || step.state === 'done' ? 'bg-brand' : 'bg-line-strong'}`}
                />
              </button>
            </li>
          ))}
        </ol>
      </nav>
    );
  return (
    <nav aria-label={label}>
      <ol className="grid">
        {steps.map((step, nth) => (
          <li key={step.id} className="relative pb-5 last:pb-0">
            {nth < steps.length - 1 && (
              <span
                aria-hidden
                className={`absolute start-4 top-9 bottom-0 w-0.5 ${step.state === 'done' ? 'bg-brand' : 'bg-line-strong'}`}
              />
            )}
            <button
              type="button"
              aria-current={step.id === selected ? 'step' : undefined}
              onClick={() => onSelect(step.id)}
              className="group flex w-full items-start gap-3 rounded-control text-start"
            >
              <span
                aria-hidden
                className={`relative grid size-8.5 shrink-0 place-items-center rounded-full border-2 text-sm font-bold tabular-nums ${
                  step.state === 'wrong'
                    ? 'border-bad bg-surface text-bad'
                    : step.state === 'done'
                      ? 'border-brand bg-brand text-on-brand'
                      : 'border-line-strong bg-surface text-ink-2 group-aria-[current=step]:border-brand-text group-aria-[current=step]:text-brand-text'
                }`}
              >
                {step.state === 'done' ? (
                  <Check size={18} strokeWidth={2.5} aria-hidden />
                ) : step.state === 'wrong' ? (
                  <CircleAlert size={18} aria-hidden />
                ) : (
                  nth + 1
                )}
              </span>
              <span className="grid min-w-0 gap-0.5 pt-1">
                <span className="font-medium group-hover:underline group-aria-[current=step]:font-bold">
                  {step.label}
                </span>
                {step.state === 'wrong' ? (
                  <span className="text-sm text-bad">{t('stepper.attention')}</span>
                ) : (
                  step.note !== undefined && (
                    <span className="text-sm text-ink-2 wrap-anywhere">{step.note}</span>
                  )
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
