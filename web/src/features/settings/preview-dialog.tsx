import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { previewProfile } from '#contract/people/calls.ts';
import { callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProfileCard } from '../profile/profile-card.tsx';
import { readProfile } from '../profile/profile.data.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';

export type PreviewViewer = 'stranger' | 'connection' | 'adviser';

/** The user's profile as others see it. */
export function PreviewDialog({
  viewer,
  onClose,
}: {
  viewer: PreviewViewer | null;
  onClose: () => void;
}) {
  const { t } = useMessages();
  return (
    <Dialog
      title={viewer === null ? '' : t(`privacy.seen_${viewer}`)}
      isOpen={viewer !== null}
      onClose={onClose}
      size="md"
      footer={<Button onClick={onClose}>{t('privacy.close')}</Button>}
    >
      {viewer !== null && <Preview viewer={viewer} onClose={onClose} />}
    </Dialog>
  );
}

function Preview({ viewer, onClose }: { viewer: PreviewViewer; onClose: () => void }) {
  const { t } = useMessages();
  // Always load it fresh, because users want to see the effect of their changes.
  const seen = useQuery({
    ...callQuery(previewProfile, { as: viewer }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryBoundary
      query={seen}
      skeleton={['h-36', 'h-7 w-1/2']}
      isEmpty={(data) => readProfile(data) === null}
      empty={{ icon: EyeOff, title: t('privacy.unseen'), body: t('privacy.unseenBody') }}
    >
      {(data) => {
        const person = readProfile(data);
        return person && <ProfileCard person={person} as="card" isPreview onClose={onClose} />;
      }}
    </QueryBoundary>
  );
}
