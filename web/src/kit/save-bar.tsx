import { addEnglish, useMessages } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';
import english from './messages/en.json';

addEnglish(english);

/** <SaveBar isDirty={form.isDirty} … />: shown at the bottom of a form while it has unsaved changes. */
interface SaveBarProps {
  isDirty: boolean;
  isPending: boolean;
  error: string | null;
  onDiscard: () => void;
}

export function SaveBar({ isDirty, isPending, error, onDiscard }: SaveBarProps) {
  const { t } = useMessages();
  if (!isDirty && !isPending) return null;
  return (
    <div
      data-save-bar
      data-foot-bar
      className="sticky bottom-3 z-10 flex flex-wrap items-center justify-end gap-2 rounded-card border border-line raised p-3 shadow-float animate-rise max-md:bottom-[calc(var(--spacing-bottom-bar)+0.5rem)]"
    >
      <p
        role={error ? 'alert' : 'status'}
        className={`min-w-40 flex-1 px-1 max-sm:basis-full text-sm font-medium ${error ? 'text-bad' : 'text-ink-2'}`}
      >
        {error ?? t('kit.unsaved')}
      </p>
      <Button variant="outline" disabled={isPending} onClick={onDiscard} className="max-sm:flex-1">
        {t('kit.discard')}
      </Button>
      <Button type="submit" variant="primary" isPending={isPending} className="max-sm:flex-1">
        {t('kit.save')}
      </Button>
    </div>
  );
}
