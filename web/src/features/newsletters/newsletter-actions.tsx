import { useMutation } from '@tanstack/react-query';
import { Copy, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Newsletter } from '#contract/newsletters.ts';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { useNavigate } from '../../lib/router/hooks.ts';
import { paths } from '../../paths.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { keepNewsletter, newsletterList } from './newsletters.data.ts';

/** Makes a scheduled newsletter a draft again. */
export const useTakeBack = (id: string) => {
  const messages = useMessages();
  return useMutation({
    mutationFn: () => call('POST /api/v1/newsletters/{id}/withdraw', { id }),
    onSuccess(next) {
      keepNewsletter(next);
      showToast({ message: messages.t('newsletters.takenBack') });
    },
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
};

export function TakeBackButton({ letter }: { letter: Newsletter }) {
  const { t } = useMessages();
  const takeBack = useTakeBack(letter.id);
  return (
    <Button icon={Undo2} isPending={takeBack.isPending} onClick={() => takeBack.mutate()}>
      {t('newsletters.takeBack')}
    </Button>
  );
}

/** Use it again, delete it. */
export function MoreActions({ letter }: { letter: Newsletter }) {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const onError = (error: Error) =>
    showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true });
  const again = useMutation({
    mutationFn: () => call('POST /api/v1/newsletters', { like: letter.id }),
    onSuccess(made) {
      keepNewsletter(made);
      showToast({ message: t('newsletters.used') });
      void navigate({ to: paths.adminNewsletters, search: { id: made.id } });
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/v1/newsletters/{id}', { id: letter.id }),
    async onSuccess() {
      setAsked(false);
      await navigate({ to: paths.adminNewsletters, replace: true });
      void queryClient.invalidateQueries({ queryKey: newsletterList });
      showToast({ message: t('newsletters.deleted') });
    },
    onError,
  });
  const title = letter.title === '' ? t('newsletters.untitled') : letter.title;
  return (
    <>
      <Button icon={Copy} isPending={again.isPending} onClick={() => again.mutate()}>
        {t('newsletters.use')}
      </Button>
      <Button
        icon={Trash2}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setAsked(true)}
      >
        {t('newsletters.delete')}
      </Button>
      <Dialog
        role="alertdialog"
        size="sm"
        title={t('newsletters.deleteTitle', { title })}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        footer={
          <>
            <Button onClick={() => setAsked(false)}>{t('newsletters.cancel')}</Button>
            <Button variant="primary" isPending={remove.isPending} onClick={() => remove.mutate()}>
              {t('newsletters.delete')}
            </Button>
          </>
        }
      >
        <p>
          {letter.state === 'sent' ? t('newsletters.deleteSent') : t('newsletters.deleteDraft')}
        </p>
      </Dialog>
    </>
  );
}
