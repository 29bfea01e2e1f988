import { useNavigate } from '@tanstack/react-router';
import { Copy, Trash2, Undo2 } from 'lucide-react';
import { useAction } from '../../kit/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { saveEmail, type EmailEditorConfig, type EmailDetails } from './email-editor-config.ts';

/** Moves a scheduled newsletter back to drafts. */
export const useUnschedule = <A,>(config: EmailEditorConfig<A>, id: string) => {
  const { t } = useMessages();
  return useAction(() => config.withdraw(id), {
    success: t('newsletters.withdrawn'),
    onSuccess: (next) => saveEmail(config, next),
  });
};

interface ActionProps<A> {
  config: EmailEditorConfig<A>;
  email: EmailDetails<A>;
}

export function UnscheduleButton<A>({ config, email }: ActionProps<A>) {
  const { t } = useMessages();
  const unschedule = useUnschedule(config, email.id);
  return (
    <Button icon={Undo2} isPending={unschedule.isPending} onClick={() => unschedule.run()}>
      {t('newsletters.takeBack')}
    </Button>
  );
}

/** Duplicate and delete actions. */
export function MoreActions<A>({ config, email }: ActionProps<A>) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const duplicate = useAction(() => config.create(email.id), {
    success: t(config.texts.used),
    onSuccess(made) {
      saveEmail(config, made);
      void navigate(config.link(made.id));
    },
  });
  const title = email.title === '' ? t('newsletters.untitled') : email.title;
  const remove = useAction(() => config.remove(email.id), {
    confirm: () => ({
      title: t('newsletters.deleteTitle', { title }),
      body: email.state === 'sent' ? t('newsletters.deleteSent') : t('newsletters.deleteDraft'),
      confirmLabel: t('newsletters.delete'),
    }),
    success: t(config.texts.deleted),
    // Leave the page of a deleted item before the list refetches.
    onSuccess: () => navigate({ ...config.link(), replace: true }),
    invalidates: [config.listKey],
  });
  return (
    <>
      {email.can?.duplicate !== false && (
        <Button icon={Copy} isPending={duplicate.isPending} onClick={() => duplicate.run()}>
          {t('newsletters.use')}
        </Button>
      )}
      {email.can?.delete !== false && (
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
