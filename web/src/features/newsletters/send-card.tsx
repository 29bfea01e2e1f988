import { useMutation } from '@tanstack/react-query';
import { CalendarClock, Send } from 'lucide-react';
import { useState } from 'react';
import type { Newsletter } from '#contract/newsletters.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useReach } from './audience-fields.tsx';
import type { Work } from './draft-editor.tsx';
import { useTakeBack } from './newsletter-actions.tsx';
import { keepNewsletter } from './newsletters.data.ts';

/** When a newsletter goes: now, which asks once and can be taken back, or at a time. */
export function SendCard({ stored, work }: { stored: Newsletter; work: Work }) {
  const messages = useMessages();
  const { t } = messages;
  const { draft } = work;
  const [isAsked, setAsked] = useState(false);
  const [at, setAt] = useState('');
  const reach = useReach(draft.audience);
  const takeBack = useTakeBack(stored.id);
  const send = useMutation({
    mutationFn: async (when: string | null) =>
      call('POST /api/v1/newsletters/{id}/schedule', {
        id: stored.id,
        version: await work.flush(),
        at: when,
      }),
    onSuccess(next, when) {
      setAsked(false);
      keepNewsletter(next);
      const action = { label: t('newsletters.takeBack'), run: () => takeBack.mutate() };
      showToast({
        message: t(when === null ? 'newsletters.isGoing' : 'newsletters.scheduled'),
        action,
      });
    },
    onError(error) {
      setAsked(false);
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true });
    },
  });
  const isFinished =
    draft.title.trim() !== '' && draft.blocks.some(({ kind }) => kind !== 'divider');
  const time = at === '' ? null : new Date(at);
  return (
    <Card title={t('newsletters.sending')}>
      {!isFinished && <p className="mb-4 text-sm text-ink-2">{t('newsletters.unfinished')}</p>}
      <div className="grid gap-5">
        <Button
          variant="primary"
          icon={Send}
          disabled={!isFinished}
          className="justify-self-start"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setAsked(true)}
        >
          {t('newsletters.sendNow')}
        </Button>
        <fieldset className="grid gap-3 border-t border-line pt-4">
          <legend className="float-start font-bold">{t('newsletters.sendLater')}</legend>
          <div className="clear-both flex flex-wrap items-end gap-3">
            <TextField
              type="datetime-local"
              label={t('newsletters.when')}
              description={t('newsletters.whenZone', {
                zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
              })}
              value={at}
              onChange={setAt}
            />
            <Button
              icon={CalendarClock}
              disabled={!isFinished || time === null || Number.isNaN(time.getTime())}
              isPending={send.isPending && send.variables !== null}
              className="mb-7"
              onClick={() => time !== null && send.mutate(time.toISOString())}
            >
              {t('newsletters.schedule')}
            </Button>
          </div>
        </fieldset>
      </div>
      <Dialog
        role="alertdialog"
        size="sm"
        title={t('newsletters.confirm', { title: draft.title })}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        footer={
          <>
            <Button onClick={() => setAsked(false)}>{t('newsletters.cancel')}</Button>
            <Button variant="primary" isPending={send.isPending} onClick={() => send.mutate(null)}>
              {t('newsletters.sendNow')}
            </Button>
          </>
        }
      >
        <p>{t('newsletters.confirmBody', { count: reach.data?.people ?? 0 })}</p>
      </Dialog>
    </Card>
  );
}
