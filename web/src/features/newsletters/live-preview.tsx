import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Segmented } from '../../ui/segmented.tsx';
import type { Draft } from './email-editor-config.ts';
import { NewsletterContent } from './newsletter-content.tsx';

/** The email as its readers will see it, updated while it is written: as on a phone, or as on a desktop in half its size. */
export function LivePreview<A>({ draft }: { draft: Draft<A> }) {
  const { t } = useMessages();
  const [device, setDevice] = useState<'phone' | 'desktop'>('phone');
  return (
    <section aria-label={t('newsletters.previewTitle')} className="grid gap-3">
      <Segmented
        label={t('newsletters.previewSize')}
        value={device}
        options={[
          { value: 'phone', label: t('newsletters.phone'), icon: Smartphone },
          { value: 'desktop', label: t('newsletters.desktop'), icon: Monitor },
        ]}
        onChange={setDevice}
        isBlock
      />
      <div
        // Links in the preview don't work, because the page has unsaved changes.
        inert
        className={`max-h-[calc(100dvh-12rem)] overflow-y-auto border border-line-strong bg-surface ${device === 'phone' ? 'rounded-[1.75rem] p-5' : 'rounded-card p-4'}`}
      >
        <div style={device === 'phone' ? undefined : { zoom: 0.5 }}>
          <NewsletterContent
            title={draft.title || t('newsletters.untitled')}
            summary={draft.summary}
            blocks={draft.blocks}
            heading="h2"
          />
        </div>
      </div>
    </section>
  );
}
