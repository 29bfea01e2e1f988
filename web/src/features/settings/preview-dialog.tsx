import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ProfileCard } from '../profile/profile-card.tsx';
import { readProfile } from '../profile/profile.data.ts';

export type Eyes = 'stranger' | 'connection' | 'adviser';

/** One's own profile as others see it. */
export function PreviewDialog({ eyes, onClose }: { eyes: Eyes | null; onClose: () => void }) {
  const { t } = useMessages();
  return (
    <Dialog
      title={eyes === null ? '' : t(`privacy.seen_${eyes}`)}
      isOpen={eyes !== null}
      onClose={onClose}
      size="md"
      footer={<Button onClick={onClose}>{t('privacy.close')}</Button>}
    >
      {eyes !== null && <Preview eyes={eyes} onClose={onClose} />}
    </Dialog>
  );
}

function Preview({ eyes, onClose }: { eyes: Eyes; onClose: () => void }) {
  const { t } = useMessages();
  // Never a former answer: what was just changed is what people come to see.
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery('GET /api/v1/privacy/preview', { as: eyes }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading>
        <Skeleton className="h-36" />
        <Skeleton className="h-7 w-1/2" />
      </Loading>
    );
  }
  const person = readProfile(data);
  if (person === null) {
    return (
      <EmptyState icon={EyeOff} title={t('privacy.unseen')}>
        {t('privacy.unseenBody')}
      </EmptyState>
    );
  }
  return <ProfileCard person={person} as="card" isPreview onClose={onClose} />;
}
