import { useSearch } from '../../lib/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import type { PublicProfile } from '#contract/sharing/endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { profileHref } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cover } from '../people/cover.tsx';
import { identityOf, nameOf } from '../people/person.ts';
import { hasSections, ProfileSections } from '../profile/profile-sections.tsx';
import { PublicFrame } from './public-frame.tsx';
import { publicProfileQuery } from './sharing.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** A public profile (share=1): what its owner shares, with a sign-in button as the only action. */
export function PublicProfilePage() {
  const { t } = useMessages();
  const { uid = '', link } = useSearch();
  const profile = useQuery(publicProfileQuery(uid, link));
  const person = profile.data?.profile;
  usePageTitle(person ? nameOf(person) : t('person.title'));
  return (
    <PublicFrame path={profileHref(uid)}>
      <QueryBoundary
        query={profile}
        errorContent={{
          not_shared: {
            isPage: true,
            icon: Link2Off,
            title: t('sharing.notShared'),
            body: t('sharing.notSharedBody'),
          },
        }}
        skeleton={
          <>
            <Skeleton className="h-36 rounded-none sm:h-52" />
            <Skeleton className="mx-4 mt-6 h-40" />
          </>
        }
      >
        {({ profile: shown }) => <PublicCard person={shown} />}
      </QueryBoundary>
    </PublicFrame>
  );
}

function PublicCard({ person }: { person: PublicProfile }) {
  const { t } = useMessages();
  const name = nameOf(person);
  const { genderPronoun = null, yearOfGraduation = null, accountType } = person;
  return (
    <article aria-label={name}>
      <Cover name={name} url={person.largePhotoUrl} isLazy={false} className="h-36 sm:h-52" />
      <div className="grid gap-5 px-4 pb-6 sm:px-8">
        <header className="grid gap-3">
          <span className="relative -mt-13 justify-self-start rounded-full border-4 border-ground bg-ground sm:-mt-16">
            <Avatar name={name} photoUrl={person.photoUrl} size={7.5} className="max-sm:size-24!" />
          </span>
          <div className="grid gap-1">
            <h1 className="page-start" dir="auto">
              {name}
            </h1>
            <p className="page-start text-ink-2" dir="auto">
              {identityOf({ genderPronoun, yearOfGraduation, accountType })}
            </p>
          </div>
        </header>
        <hr className="border-line" />
        {hasSections(person) ? (
          <ProfileSections person={person} />
        ) : (
          <p className="text-ink-2">{t('sharing.nothing', { name: person.firstName || name })}</p>
        )}
      </div>
    </article>
  );
}
