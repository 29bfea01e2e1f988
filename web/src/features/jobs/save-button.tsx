import { Bookmark, BookmarkCheck } from 'lucide-react';
import type { JobItem } from '#contract/jobs/endpoints.ts';
import { useAction } from '../../kit/use-action.ts';
import { isolate } from '../../lib/apart.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { setSaved, staleJobs } from './jobs.data.ts';

interface SaveButtonProps {
  job: Pick<JobItem, 'id' | 'title' | 'isSaved'>;
  /** In a row of a list: only the icon. */
  isIcon?: boolean;
}

/** Saves a job, or removes it from the saved ones. */
export function SaveButton({ job: { id, title, isSaved }, isIcon = false }: SaveButtonProps) {
  const { t } = useMessages();
  const save = useAction(setSaved, {
    invalidates: staleJobs,
    success: (_, next) => t(next.isSaved ? 'jobs.saved' : 'jobs.unsaved'),
    undo: (next) => ({ id: next.id, isSaved: !next.isSaved }),
  });
  const isOn = save.pendingInput?.isSaved ?? isSaved;
  const toggle = () => save.run({ id, isSaved: !isOn });
  if (isIcon)
    return (
      <IconButton
        label={t('jobs.saveNamed', { title: isolate(title) })}
        aria-pressed={isOn}
        icon={isOn ? BookmarkCheck : Bookmark}
        isPending={save.isPending}
        className={isOn ? 'text-brand-text!' : ''}
        onClick={toggle}
      />
    );
  return (
    <Button
      icon={isOn ? BookmarkCheck : Bookmark}
      aria-pressed={isOn}
      isPending={save.isPending}
      onClick={toggle}
    >
      {t(isOn ? 'jobs.savedState' : 'jobs.save')}
    </Button>
  );
}
