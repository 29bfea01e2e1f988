import { CircleAlert, CloudCheck, Eye, LoaderCircle, Send } from 'lucide-react';
import { useState } from 'react';
import { newsletterLimits } from '#contract/newsletters/limits.ts';
import type { Newsletter } from '#contract/newsletters/endpoints.ts';
import { LeaveGuard } from '../../kit/leave-guard.tsx';
import { useAct } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { BlockList } from './block-list.tsx';
import { MoreActions } from './newsletter-actions.tsx';
import { NewsletterLetter } from './newsletter-letter.tsx';
import { SendCard } from './send-card.tsx';
import { useDraft, type Work } from './use-draft.ts';

/** Writes a draft: what it says, who gets it, when it goes. All is kept as it is written. */
export function DraftEditor({ stored }: { stored: Newsletter }) {
  const { t } = useMessages();
  const work = useDraft(stored);
  const { draft, change } = work;
  return (
    <>
      <LeaveGuard isDirty={work.state !== 'saved'} />
      <Card>
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <SaveState {...work} />
          <PreviewButton stored={stored} work={work} />
        </div>
        <div className="grid gap-4">
          <TextField
            label={t('newsletters.name')}
            value={draft.title}
            maxLength={newsletterLimits.title}
            onChange={(title) => change({ title })}
          />
          <TextField
            label={t('newsletters.summary')}
            description={t('newsletters.summaryBody')}
            value={draft.summary}
            maxLength={newsletterLimits.summary}
            onChange={(summary) => change({ summary })}
          />
        </div>
      </Card>
      <Card title={t('newsletters.content')}>
        <BlockList blocks={draft.blocks} onChange={(blocks) => change({ blocks })} />
      </Card>
      <Card title={t('newsletters.audience')} description={t('newsletters.audienceBody')}>
        <AudienceFields audience={draft.audience} onChange={(audience) => change({ audience })} />
        <div className="mt-5 border-t border-line pt-4">
          <Switch
            label={t('newsletters.byMail')}
            description={t('newsletters.byMailBody')}
            isOn={draft.byMail}
            onChange={(byMail) => change({ byMail })}
          />
        </div>
      </Card>
      <SendCard stored={stored} work={work} />
      <div className="flex flex-wrap justify-end gap-3">
        <MoreActions letter={stored} />
      </div>
    </>
  );
}

/** Whether what is written is kept. */
function SaveState({ state, error, retry }: Work) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <div
      role="status"
      className="flex min-h-9 min-w-40 flex-1 flex-wrap items-center gap-2 text-sm text-ink-2"
    >
      {state === 'failed' ? (
        <>
          <CircleAlert size={18} aria-hidden className="shrink-0 text-bad" />
          <span className="text-bad">
            {t('newsletters.notSaved')}. {errorText(error, messages)}
          </span>
          <Button size="sm" onClick={retry}>
            {t('newsletters.again')}
          </Button>
        </>
      ) : state === 'saving' ? (
        <>
          <LoaderCircle size={18} aria-hidden className="shrink-0 motion-safe:animate-spin" />
          {t('newsletters.saving')}
        </>
      ) : (
        <>
          <CloudCheck size={18} aria-hidden className="shrink-0" />
          {t('newsletters.saved')}
        </>
      )}
    </div>
  );
}

function PreviewButton({ stored, work }: { stored: Newsletter; work: Work }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const mail = useAct(
    async () => {
      await work.flush();
      return call('POST /api/v1/newsletters/{id}/test', { id: stored.id });
    },
    { said: ({ to }) => t('newsletters.mailed', { address: to }) },
  );
  return (
    <>
      <Button
        icon={Eye}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setOpen(true)}
      >
        {t('newsletters.preview')}
      </Button>
      <Dialog
        size="lg"
        title={t('newsletters.previewTitle')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button icon={Send} isPending={mail.isPending} onClick={() => mail.run()}>
              {t('newsletters.mailMe')}
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              {t('newsletters.close')}
            </Button>
          </>
        }
      >
        <NewsletterLetter
          {...work.draft}
          title={work.draft.title || t('newsletters.untitled')}
          heading="h2"
        />
      </Dialog>
    </>
  );
}
