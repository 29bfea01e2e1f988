import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Audience } from '#contract/people/audiences.ts';
import type { Privacy } from '#contract/people/privacy.endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ProfileCard } from '../profile/profile-card.tsx';
import {
  ProfilePreview,
  usePreviewViewers,
  type PreviewViewer,
} from '../profile/profile-preview.tsx';

const seenBy: Record<PreviewViewer, readonly Audience[]> = {
  stranger: ['everyone'],
  connection: ['everyone', 'connections'],
  adviser: ['everyone', 'connections'],
};

/** Shows the profile as others see it, and the fields that are hidden from them. */
export function PreviewCard({ privacy }: { privacy: Privacy }) {
  const { t, list } = useMessages();
  const [viewer, setViewer] = useState<PreviewViewer>('stranger');
  const hidden = privacy.fields.filter(({ audience }) => !seenBy[viewer].includes(audience));
  return (
    <Card title={t('privacy.preview')} description={t('privacy.previewBody')}>
      <div className="grid gap-4">
        <Segmented
          isBlock
          label={t('privacy.preview')}
          value={viewer}
          options={usePreviewViewers()}
          onChange={setViewer}
        />
        <div
          // In wide windows, the profile scrolls within the card, so that it stays visible next to the fields.
          className="overflow-hidden rounded-card border border-line bg-surface outline-offset-2 [--ground:var(--surface)] xl:max-h-[calc(100dvh-20rem)] xl:overflow-y-auto"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard has to scroll it
          tabIndex={0}
          aria-label={t(`privacy.seen_${viewer}`)}
          role="region"
        >
          <ProfilePreview viewer={viewer}>
            {(person) => (
              <ProfileCard person={person} as="card" isPreview onClose={() => undefined} />
            )}
          </ProfilePreview>
        </div>
        <p className="flex gap-2 text-sm text-ink-2">
          <EyeOff size={18} strokeWidth={1.75} aria-hidden className="mt-px shrink-0" />
          {hidden.length === 0
            ? t('privacy.nothingHidden')
            : `${t('privacy.hidden')}: ${list(hidden.map(({ field }) => t(`field.${field}`)))}`}
        </p>
      </div>
    </Card>
  );
}
