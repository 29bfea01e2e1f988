import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { ProfileCard } from './profile-card.tsx';
import { profileOf, readProfile } from './profile.data.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface ProfileViewProps {
  /** The person to show. Without it, the signed-in user (CARD-01). */
  uid: string | undefined;
  as: 'card' | 'page';
  onClose: () => void;
}

/** A profile in all its states: loading, loaded, not found, failed. */
export function ProfileView({ uid, as, onClose }: ProfileViewProps) {
  const { t } = useMessages();
  return (
    <QueryBoundary
      isPage={as === 'page'}
      query={useQuery(profileOf(uid))}
      skeleton={<ProfileSkeleton as={as} />}
      isEmpty={(data) => readProfile(data) === null}
      empty={{
        icon: UserX,
        title: t('person.notFound'),
        body: t('person.notFoundBody'),
        action: <Button onClick={onClose}>{t('person.back')}</Button>,
      }}
    >
      {(data) => {
        const person = readProfile(data);
        return person && <ProfileCard person={person} as={as} onClose={onClose} />;
      }}
    </QueryBoundary>
  );
}

export function ProfileSkeleton({ as }: { as: 'card' | 'page' }) {
  return (
    <div>
      <Skeleton className={`rounded-none! ${as === 'page' ? 'h-36 sm:h-52' : 'h-32 sm:h-36'}`} />
      <div className={`grid gap-4 pb-6 ${as === 'page' ? 'px-4 sm:px-8' : 'px-5'}`}>
        <Skeleton
          isRound
          className={`border-4 border-ground ${as === 'page' ? '-mt-13 size-26 sm:-mt-16 sm:size-32' : '-mt-13 size-26'}`}
        />
        <Skeleton className="h-7 w-1/2" />
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="mt-6 h-16" />
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="h-5 w-3/5" />
      </div>
    </div>
  );
}
