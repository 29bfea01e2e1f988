import { useNavigate } from '@tanstack/react-router';
import { Copy, Trash2, Undo2 } from 'lucide-react';
import type { Newsletter } from '#contract/newsletters/endpoints.ts';
import { useAct } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { saveNewsletter, newsletterList } from './newsletters.data.ts';

/** Makes a scheduled newsletter a draft again. */
export const useTakeBack = (id: string) => {
  const { t } = useMessages();
  return useAct(() => call('POST /api/v1/newsletters/{id}/withdraw', { id }), {
    said: t('newsletters.takenBack'),
    done: saveNewsletter,
  });
};

export function TakeBackButton({ letter }: { letter: Newsletter }) {
  const { t } = useMessages();
  const takeBack = useTakeBack(letter.id);
  return (
    <Button icon={Undo2} isPending={takeBack.isPending} onClick={() => takeBack.run()}>
      {t('newsletters.takeBack')}
    </Button>
  );
}

/** Use it again, delete it. */
export function MoreActions({ letter }: { letter: Newsletter }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const again = useAct(() => call('POST /api/v1/newsletters', { like: letter.id }), {
    said: t('newsletters.used'),
    done(made) {
      saveNewsletter(made);
      void navigate({ to: paths.adminNewsletters, search: { id: made.id } });
    },
  });
  const title = letter.title === '' ? t('newsletters.untitled') : letter.title;
  const remove = useAct(() => call('DELETE /api/v1/newsletters/{id}', { id: letter.id }), {
    ask: () => ({
      title: t('newsletters.deleteTitle', { title }),
      body: letter.state === 'sent' ? t('newsletters.deleteSent') : t('newsletters.deleteDraft'),
      yes: t('newsletters.delete'),
    }),
    said: t('newsletters.deleted'),
    // The page of what is gone is left before the list is asked again.
    done: () => navigate({ to: paths.adminNewsletters, replace: true }),
    stale: [newsletterList],
  });
  return (
    <>
      <Button icon={Copy} isPending={again.isPending} onClick={() => again.run()}>
        {t('newsletters.use')}
      </Button>
      <Button
        icon={Trash2}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => remove.run()}
      >
        {t('newsletters.delete')}
      </Button>
    </>
  );
}
