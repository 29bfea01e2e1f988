import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { Suspense } from 'react';
import type { User } from '#contract/people/endpoints.ts';
import pageWords from 'messages:en/profilePage.*';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import { nameOf } from '../people/person.ts';
import { headGround, lineOf, Parts } from './page-parts.tsx';
import { ProfileHead } from './profile-card.tsx';
import { profileOf, readProfile } from './profile.data.ts';
import { ProfileSkeleton } from './profile-view.tsx';

addEnglish(pageWords);

// They load after the page, which the app preloads on many pages.
const OwnProfile = lazyComponent(() => import('./own-profile.tsx'), 'OwnProfile');
const InCommonCard = lazyComponent(() => import('./in-common-card.tsx'), 'InCommonCard');

/** The full profile page. Closing it returns to the previous page. */
export function ProfilePage() {
  const { t } = useMessages();
  const { uid } = useSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const query = useQuery(profileOf(uid));
  const person = readProfile(query.data);
  usePageTitle(person ? nameOf(person) : t('person.title'));
  const close = () => (canGoBack ? router.history.back() : void navigate({ to: paths.directory }));
  const skeleton = (
    <div className={headGround}>
      <ProfileSkeleton as="page" />
    </div>
  );
  return (
    <Page width="read">
      <div className="-mb-3">
        <BackLink
          to={paths.directory}
          onClick={(event) => {
            if (!canGoBack) return;
            event.preventDefault();
            router.history.back();
          }}
        >
          {t('person.back')}
        </BackLink>
      </div>
      <QueryBoundary
        isPage
        query={query}
        skeleton={skeleton}
        isEmpty={(data) => readProfile(data) === null}
        empty={{
          icon: UserX,
          title: t('person.notFound'),
          body: t('person.notFoundBody'),
          action: <Button onClick={close}>{t('person.back')}</Button>,
        }}
      >
        {(data) => {
          const shown = readProfile(data);
          return (
            shown &&
            (shown.can.edit ? (
              <Suspense fallback={skeleton}>
                <OwnProfile person={shown} onClose={close} />
              </Suspense>
            ) : (
              <Profile person={shown} onClose={close} />
            ))
          );
        }}
      </QueryBoundary>
    </Page>
  );
}

interface ProfileProps {
  person: User;
  onClose: () => void;
}

/** Another person's profile. */
function Profile({ person, onClose }: ProfileProps) {
  return (
    <article aria-label={nameOf(person)} className="grid gap-4 lg:gap-5">
      <div className={headGround}>
        <ProfileHead
          person={person}
          as="page"
          hasBack
          onClose={onClose}
          line={lineOf(person)}
          actions={<ConnectButtons key={person.uid} person={person} placement="profile" />}
        />
      </div>
      <Parts
        person={person}
        aside={
          person.visitableProfile && (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <InCommonCard person={person} />
            </Suspense>
          )
        }
      />
    </article>
  );
}
