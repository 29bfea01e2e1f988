import { useNavigate } from '@tanstack/react-router';
import { Copy, Trash2, Undo2 } from 'lucide-react';
import { useAct } from '../../kit/use-act.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { saveLetter, type Desk, type Letter } from './desk.ts';

/** Makes a scheduled newsletter a draft again. */
export const useTakeBack = <A,>(desk: Desk<A>, id: string) => {
  const { t } = useMessages();
  return useAct(() => desk.withdraw(id), {
    said: t('newsletters.takenBack'),
    done: (next) => saveLetter(desk, next),
  });
};

interface ActionProps<A> {
  desk: Desk<A>;
  letter: Letter<A>;
}

export function TakeBackButton<A>({ desk, letter }: ActionProps<A>) {
  const { t } = useMessages();
  const takeBack = useTakeBack(desk, letter.id);
  return (
    <Button icon={Undo2} isPending={takeBack.isPending} onClick={() => takeBack.run()}>
      {t('newsletters.takeBack')}
    </Button>
  );
}

/** Use it again, delete it. */
export function MoreActions<A>({ desk, letter }: ActionProps<A>) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const again = useAct(() => desk.create(letter.id), {
    said: t(desk.words.used),
    done(made) {
      saveLetter(desk, made);
      void navigate(desk.link(made.id));
    },
  });
  const title = letter.title === '' ? t('newsletters.untitled') : letter.title;
  const remove = useAct(() => desk.remove(letter.id), {
    ask: () => ({
      title: t('newsletters.deleteTitle', { title }),
      body: letter.state === 'sent' ? t('newsletters.deleteSent') : t('newsletters.deleteDraft'),
      yes: t('newsletters.delete'),
    }),
    said: t(desk.words.deleted),
    // The page of what is gone is left before the list is asked again.
    done: () => navigate({ ...desk.link(), replace: true }),
    stale: [desk.listKey],
  });
  return (
    <>
      {letter.can?.duplicate !== false && (
        <Button icon={Copy} isPending={again.isPending} onClick={() => again.run()}>
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
