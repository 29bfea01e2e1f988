import { CalendarClock, CircleAlert, CloudCheck, Eye, LoaderCircle, Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { newsletterLimits } from '#contract/newsletters/limits.ts';
import { LeaveGuard } from '../../kit/leave-guard.tsx';
import { useAction } from '../../kit/use-action.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { SideColumn } from '../../shell/side-column.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BlockList } from './block-list.tsx';
import type { EmailEditorConfig, EmailDetails } from './email-editor-config.ts';
import { LivePreview } from './live-preview.tsx';
import { MoreActions } from './newsletter-actions.tsx';
import { NewsletterContent } from './newsletter-content.tsx';
import { AudienceSize } from './audience-size.tsx';
import { SendCard } from './send-card.tsx';
import { useDraft, type Work } from './use-draft.ts';

/** Edits a draft: content, audience and time. Changes save automatically. */
export function DraftEditor<A>({
  config,
  stored,
}: {
  config: EmailEditorConfig<A>;
  stored: EmailDetails<A>;
}) {
  const { t } = useMessages();
  const work = useDraft(config, stored);
  const { draft, change } = work;
  const sending = useRef<HTMLDivElement>(null);
  const test = useTestEmail(config, stored, work);
  return (
    <>
      <LeaveGuard isDirty={work.state !== 'saved'} />
      <div
        role="toolbar"
        aria-label={t('newsletters.tools')}
        data-sticky
        className="sticky top-(--top-bar) z-10 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface px-3 py-2 shadow-float sm:px-4"
      >
        <SaveState state={work.state} error={work.error} retry={work.retry} />
        <PreviewButton test={test} work={work} />
        <Button
          icon={Send}
          isPending={test.isPending}
          className="max-sm:hidden"
          onClick={() => test.run()}
        >
          {t('newsletters.mailMe')}
        </Button>
        <Button
          variant="primary"
          icon={CalendarClock}
          onClick={() => {
            sending.current?.scrollIntoView({ block: 'center' });
            sending.current?.querySelector('button')?.focus({ preventScroll: true });
          }}
        >
          {t('newsletters.toSending')}
        </Button>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <Card title={t('newsletters.content')}>
            <div className="mb-5 grid gap-4 border-b border-line pb-5">
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
            <BlockList
              blocks={draft.blocks}
              upload={config.upload}
              onChange={(blocks) => change({ blocks })}
            />
          </Card>
          <Card title={t('newsletters.audience')} description={t(config.texts.audienceBody)}>
            <div className="grid gap-4">
              <config.Audience
                email={stored}
                audience={draft.audience}
                onChange={(audience) => change({ audience })}
              />
              <AudienceSize config={config} audience={draft.audience} />
            </div>
            {draft.byMail !== undefined && (
              <div className="mt-5 border-t border-line pt-4">
                <Switch
                  label={t('newsletters.byMail')}
                  description={t('newsletters.byMailBody')}
                  isOn={draft.byMail}
                  onChange={(byMail) => change({ byMail })}
                />
              </div>
            )}
          </Card>
          <div ref={sending}>
            <SendCard config={config} stored={stored} work={work} />
          </div>
          <div className="flex flex-wrap justify-end gap-3">
            <MoreActions config={config} email={stored} />
          </div>
        </div>
        <div className="max-xl:hidden [--stuck:4.5rem]">
          <SideColumn label={t('newsletters.previewTitle')}>
            <LivePreview draft={draft} />
          </SideColumn>
        </div>
      </div>
    </>
  );
}

/** Shows whether the changes are saved. */
function SaveState({ state, error, retry }: Pick<Work<never>, 'state' | 'error' | 'retry'>) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <div
      role="status"
      className="flex min-h-9 min-w-20 flex-1 flex-wrap items-center gap-2 text-sm text-ink-2"
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

/** Sends the draft to its author. */
function useTestEmail<A>(config: EmailEditorConfig<A>, stored: EmailDetails<A>, work: Work<A>) {
  const { t } = useMessages();
  return useAction(
    async () => {
      await work.flush();
      return config.test(stored.id);
    },
    { success: ({ to }) => t('newsletters.mailed', { address: to }) },
  );
}

interface PreviewProps<A> {
  test: ReturnType<typeof useTestEmail<A>>;
  work: Work<A>;
}

function PreviewButton<A>({ test, work }: PreviewProps<A>) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={Eye}
        className="max-sm:gap-0 max-sm:px-3"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setOpen(true)}
      >
        <span className="max-sm:sr-only">{t('newsletters.preview')}</span>
      </Button>
      <Dialog
        size="lg"
        title={t('newsletters.previewTitle')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <Button icon={Send} isPending={test.isPending} onClick={() => test.run()}>
              {t('newsletters.mailMe')}
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              {t('newsletters.close')}
            </Button>
          </>
        }
      >
        <NewsletterContent
          {...work.draft}
          title={work.draft.title || t('newsletters.untitled')}
          heading="h2"
        />
      </Dialog>
    </>
  );
}
