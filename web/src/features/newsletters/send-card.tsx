import { CalendarClock, Send } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../kit/use-action.ts';
import { ownZone } from '../../lib/date-format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAudienceSize } from './audience-size.tsx';
import type { Work } from './use-draft.ts';
import { useUnschedule } from './newsletter-actions.tsx';
import { saveEmail, type EmailEditorConfig, type EmailDetails } from './email-editor-config.ts';

interface SendCardProps<A> {
  config: EmailEditorConfig<A>;
  stored: EmailDetails<A>;
  work: Work<A>;
}

/** Sends a newsletter immediately, after a confirmation and with undo, or schedules it. */
export function SendCard<A>({ config, stored, work }: SendCardProps<A>) {
  const { t } = useMessages();
  const { draft } = work;
  const [at, setAt] = useState('');
  const reach = useAudienceSize(config, draft.audience);
  const unschedule = useUnschedule(config, stored.id);
  const send = useAction(
    async (when: string | null) => config.schedule(stored.id, await work.flush(), when),
    {
      confirm: (when) =>
        when === null
          ? {
              title: t('newsletters.confirm', { title: draft.title }),
              body: t('newsletters.confirmBody', { count: reach.data?.people ?? 0 }),
              confirmLabel: t('newsletters.sendNow'),
            }
          : null,
      success: (_, when) => ({
        message: t(when === null ? 'newsletters.isGoing' : 'newsletters.scheduled'),
        action: { label: t('newsletters.takeBack'), run: () => unschedule.run() },
      }),
      onSuccess: (next) => saveEmail(config, next),
    },
  );
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
          onClick={() => send.run(null)}
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
                zone: ownZone(),
              })}
              value={at}
              onChange={setAt}
            />
            <Button
              icon={CalendarClock}
              disabled={!isFinished || time === null || Number.isNaN(time.getTime())}
              isPending={typeof send.pendingInput === 'string'}
              className="mb-7"
              onClick={() => time !== null && send.run(time.toISOString())}
            >
              {t('newsletters.schedule')}
            </Button>
          </div>
        </fieldset>
      </div>
    </Card>
  );
}
