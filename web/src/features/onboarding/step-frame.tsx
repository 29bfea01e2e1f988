import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';

export interface StepProps {
  number: number;
  isLast: boolean;
  isPending: boolean;
  onNext: () => void;
  /** Null in the first step. */
  onBack: (() => void) | null;
}

interface StepFrameProps extends StepProps {
  title: string;
  lead: ReactNode;
  /** True if the person did something in this step. Otherwise, the button says Skip. */
  isDone: boolean;
  /** True if the step is in a form, which saves and calls `onNext`. */
  isSubmit?: boolean;
  children: ReactNode;
}

/** A step with its heading, and buttons that stay in view on phones. */
export function StepFrame({
  title,
  lead,
  isDone,
  isSubmit = false,
  isLast,
  isPending,
  onNext,
  onBack,
  children,
}: StepFrameProps) {
  const { t } = useMessages();
  return (
    <>
      <h1 tabIndex={-1} className="text-balance outline-none">
        {title}
      </h1>
      <p className="mt-2 text-ink-2 text-pretty">{lead}</p>
      <div className="mt-6 flex-1 pb-8">{children}</div>
      <div className="sticky bottom-0 z-10 -mx-5 flex items-center justify-between gap-3 border-t border-line bg-surface px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:-mx-8 sm:px-8 lg:mx-0 lg:px-0 lg:pb-8">
        {onBack === null ? (
          <span />
        ) : (
          <Button
            variant="quiet"
            size="lg"
            icon={ArrowLeft}
            className="rtl:[&_svg]:-scale-x-100"
            onClick={onBack}
          >
            {t('start.back')}
          </Button>
        )}
        {isLast ? (
          <Button variant="primary" size="lg" icon={Check} isPending={isPending} onClick={onNext}>
            {t('start.finish')}
          </Button>
        ) : (
          <Button
            variant={isDone ? 'primary' : 'outline'}
            size="lg"
            isPending={isPending}
            {...(isSubmit ? { type: 'submit' } : { onClick: onNext })}
          >
            <span className="flex items-center gap-2">
              {t(isDone ? 'start.next' : 'start.skip')}
              <ArrowRight size={20} aria-hidden className="rtl:-scale-x-100" />
            </span>
          </Button>
        )}
      </div>
    </>
  );
}
