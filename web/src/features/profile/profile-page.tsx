import { Link, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Eye, UserX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { User } from '#contract/people/endpoints.ts';
import pageWords from 'messages:en/profilePage.*';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Note } from '../../ui/note.tsx';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import { nameOf } from '../people/person.ts';
import { InCommonCard } from './in-common-card.tsx';
import { AboutPart, ClubsPart, ContactPart, InterestsPart, WorkPart } from './page-sections.tsx';
import { EditLink, ProfileHead } from './profile-card.tsx';
import { ProfilePreview, usePreviewViewers, type PreviewViewer } from './profile-preview.tsx';
import { profileOf, readProfile } from './profile.data.ts';
import { ProfileSkeleton } from './profile-view.tsx';

addEnglish(pageWords);

const ground = 'card overflow-hidden [--ground:var(--surface)]';

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
  return (
    <Page width="read">
      <div className="-mb-3 md:hidden">
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
        skeleton={
          <div className={ground}>
            <ProfileSkeleton as="page" />
          </div>
        }
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
              <OwnProfile person={shown} onClose={close} />
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
      <div className={ground}>
        <ProfileHead
          person={person}
          as="page"
          hasBack
          onClose={onClose}
          line={lineOf(person)}
          actions={<ConnectButtons key={person.uid} person={person} placement="profile" />}
        />
      </div>
      <Parts person={person} aside={person.visitableProfile && <InCommonCard person={person} />} />
    </article>
  );
}

/** The user's own profile, which they edit in place and can view as others see it. */
function OwnProfile({ person, onClose }: ProfileProps) {
  const { t } = useMessages();
  const [viewer, setViewer] = useState<PreviewViewer | null>(null);
  const viewers = usePreviewViewers();
  if (viewer !== null)
    return (
      <div className="grid gap-4 lg:gap-5">
        <Note
          tone="brand"
          icon={Eye}
          title={t(`privacy.seen_${viewer}`)}
          action={<Button onClick={() => setViewer(null)}>{t('profilePage.endPreview')}</Button>}
        >
          {t('privacy.previewBody')}
        </Note>
        <ProfilePreview viewer={viewer}>
          {(seen) => (
            <article aria-label={nameOf(seen)} className="grid gap-4 lg:gap-5">
              <div className={ground}>
                <ProfileHead
                  person={seen}
                  as="page"
                  isPreview
                  onClose={onClose}
                  line={lineOf(seen)}
                  actions={null}
                />
              </div>
              <Parts person={seen} />
            </article>
          )}
        </ProfilePreview>
      </div>
    );
  return (
    <article aria-label={nameOf(person)} className="grid gap-4 lg:gap-5">
      <div className={ground}>
        <ProfileHead
          person={person}
          as="page"
          hasBack
          onClose={onClose}
          line={lineOf(person)}
          actions={
            <>
              <MenuButton
                label={t('profilePage.viewAs')}
                icon={Eye}
                items={viewers.map(({ value, label }) => ({ id: value, label }))}
                onAction={setViewer}
              >
                {t('profilePage.viewAs')}
              </MenuButton>
              <EditLink />
            </>
          }
        />
      </div>
      <Parts
        person={person}
        isEditable
        foot={
          <Link to={paths.settingsPrivacy} className="text-link justify-self-start text-sm">
            {t('profilePage.privacy')}
          </Link>
        }
      />
    </article>
  );
}

/** The job, or else the major. */
const lineOf = ({ workTitle, companyName, major }: User): string | null =>
  [workTitle, companyName].filter(Boolean).join(', ') || major;

interface PartsProps {
  person: User;
  isEditable?: boolean;
  aside?: ReactNode;
  foot?: ReactNode;
}

function Parts({ person, isEditable = false, aside, foot }: PartsProps) {
  const { t } = useMessages();
  const part = { person, isEditable };
  const { bio, major, workTitle, companyName, industrySelections, interests, sports } = person;
  const lists = [
    industrySelections,
    interests,
    sports,
    person.languages,
    person.lookingForSelections,
  ];
  const isEmpty =
    !bio &&
    !major &&
    !workTitle &&
    !companyName &&
    lists.every((list) => (list ?? []).length === 0);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-5">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
        {isEmpty && !isEditable && person.visitableProfile && (
          <p className="card p-5 text-ink-2">
            {t('profilePage.empty', { name: person.firstName || nameOf(person) })}
          </p>
        )}
        <AboutPart {...part} />
        <WorkPart {...part} />
        <InterestsPart {...part} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
        {aside}
        <ContactPart {...part} />
        <ClubsPart person={person} />
        {foot}
      </div>
    </div>
  );
}
