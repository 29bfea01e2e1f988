import { useNavigate } from '@tanstack/react-router';
import { Copy, Trash2, Undo2 } from 'lucide-react';
import { useAction } from '../../kit/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { saveLetter, type Desk, type Letter } from './desk.ts';

/** Moves a scheduled newsletter back to drafts. */
export const useUnschedule = <A,>(desk: Desk<A>, id: string) => {
  const { t } = useMessages();
  return useAction(() => desk.withdraw(id), {
    success: t('newsletters.withdrawn'),
    onSuccess: (next) => saveLetter(desk, next),
  });
};

interface ActionProps<A> {
  desk: Desk<A>;
  letter: Letter<A>;
}

export function UnscheduleButton<A>({ desk, letter }: ActionProps<A>) {
  const { t } = useMessages();
  const unschedule = useUnschedule(desk, letter.id);
  return (
    <Button icon={Undo2} isPending={unschedule.isPending} onClick={() => unschedule.run()}>
      {t('newsletters.takeBack')}
    </Button>
  );
}

/** Duplicate and delete actions. */
export function MoreActions<A>({ desk, letter }: ActionProps<A>) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const duplicate = useAction(() => desk.create(letter.id), {
    success: t(desk.words.used),
    onSuccess(made) {
      saveLetter(desk, made);
      void navigate(desk.link(made.id));
    },
  });
  const title = letter.title === '' ? t('newsletters.untitled') : letter.title;
  const remove = useAction(() => desk.remove(letter.id), {
    confirm: () => ({
      title: t('newsletters.deleteTitle', { title }),
      body: letter.state === 'sent' ? t('newsletters.deleteSent') : t('newsletters.deleteDraft'),
      confirmLabel: t('newsletters.delete'),
    }),
    success: t(desk.words.deleted),
    // Leave the page of a deleted item before the list refetches.
    onSuccess: () => navigate({ ...desk.link(), replace: true }),
    invalidates: [desk.listKey],
  });
  return (
    <>
      {letter.can?.duplicate !== false && (
        <Button icon={Copy} isPending={duplicate.isPending} onClick={() => duplicate.run()}>
          {t('newsletters.use')}
        </Button>
      )}
      {letter.can?.delete !== false && (
        <Button
          icon={Trash2}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => remove.run()}
        >
          {t('newsletters.delete')}
        </Button>
      )}
    </>
  );
}
