import { Suspense, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Link2, Lock, Pencil, X } from 'lucide-react';
import type { User } from '#contract/people/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { paths, profileHref } from '../../paths.ts';
import { showToast } from '../../ui/toasts.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { IconButton } from '../../ui/button.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import { Cover } from '../people/cover.tsx';
import { MutualsStrip } from '../people/mutuals.tsx';
import { identityOf, isNameLinked, nameOf, profileLink } from '../people/person.ts';
import { SafetyMenu } from '../safety/safety-menu.tsx';
import { hasSections, ProfileSections } from './profile-sections.tsx';

interface ProfileCardProps {
  person: User;
  /** `page`: wide, with the name as the page's heading. */
  as: 'card' | 'page';
  /** Hides all actions. */
  isPreview?: boolean;
  onClose: () => void;
}

const BookButton = lazyComponent(() => import('../booking/book-button.tsx'), 'BookButton');

/** A person as card, modal or page: picture, name, buttons and profile sections. */
export function ProfileCard({ person, as, isPreview = false, onClose }: ProfileCardProps) {
  const { t } = useMessages();
  const name = nameOf(person);
  const isOwn = person.connectionStatus === -1;
  return (
    <article aria-label={name} className="relative">
      <ProfileHead
        person={person}
        as={as}
        isPreview={isPreview}
        onClose={onClose}
        actions={
          <>
            {!isPreview && <ConnectButtons key={person.uid} person={person} placement="profile" />}
            {/* The card only has View Profile; the profile page adds Edit (CONN-04). */}
            {isOwn && as === 'page' && person.can.edit && <EditLink />}
          </>
        }
      />
      <div className={`grid gap-5 pb-6 ${as === 'page' ? 'px-4 sm:px-8' : 'px-5'}`}>
        {(hasSections(person) || person.visitableProfile) && <hr className="border-line" />}
        {hasSections(person) ? (
          <ProfileSections person={person} />
        ) : (
          person.visitableProfile && (
            <p className="text-ink-2">
              {isOwn
                ? t('person.ownEmpty')
                : t('person.nothing', { name: person.firstName || name })}
            </p>
          )
        )}
      </div>
    </article>
  );
}

export function EditLink() {
  const { t } = useMessages();
  return (
    <Link to={paths.settingsProfile} className={buttonClass({ variant: 'outline' })}>
      <Pencil size={20} strokeWidth={1.9} aria-hidden />
      {t('person.edit')}
    </Link>
  );
}

interface ProfileHeadProps extends ProfileCardProps {
  /** The buttons next to the picture. */
  actions: ReactNode;
  /** True if the page has a link back. On phones, it then needs no close button. */
  hasBack?: boolean;
  /** A line below the pronouns and account type. */
  line?: string | null;
}

/** The top of a profile: cover, picture, name, buttons and mutual connections. */
export function ProfileHead({
  person,
  as,
  isPreview = false,
  onClose,
  actions,
  hasBack = false,
  line = null,
}: ProfileHeadProps) {
  const { t } = useMessages();
  const school = useSchool();
  const name = nameOf(person);
  const Heading = as === 'page' ? 'h1' : 'h2';
  const isOwn = person.connectionStatus === -1;
  const size = as === 'page' ? 7.5 : 6;
  return (
    <div className="relative">
      <Cover
        name={name}
        url={person.largePhotoUrl}
        isLazy={false}
        className={as === 'page' ? 'h-36 sm:h-52' : 'h-32 sm:h-36'}
      />
      {!isPreview && (
        <div className="absolute end-3 top-3 flex gap-2">
          <ShareButton uid={person.uid} />
          {!isOwn && <SafetyMenu key={person.uid} person={person} onGone={onClose} />}
          <IconButton
            label={t('person.close')}
            icon={X}
            variant="outline"
            isRound
            onClick={onClose}
            tooltipSide="bottom"
            className={`border-transparent! bg-surface/90! ${hasBack ? 'max-md:hidden' : ''}`}
          />
        </div>
      )}
      <header className={`grid gap-3 pb-5 ${as === 'page' ? 'px-4 sm:px-8' : 'px-5'}`}>
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
          <span
            className={`relative col-start-1 row-start-1 self-start justify-self-start rounded-full border-4 border-ground bg-ground ${as === 'page' ? '-mt-13 sm:-mt-16' : '-mt-13 max-[24rem]:-mt-9'}`}
          >
            <Avatar
              name={name}
              photoUrl={person.photoUrl}
              size={size}
              className={as === 'page' ? 'max-sm:size-24!' : 'max-[24rem]:size-20!'}
            />
          </span>
          {/* The name comes before the buttons, so that Tab goes from the focused heading to the buttons. */}
          <div className="col-span-2 row-start-2 grid gap-1">
            <Heading className={`page-start ${as === 'page' ? '' : 'text-xl!'}`} dir="auto">
              {!isPreview && isNameLinked(person, school) ? (
                <Link {...profileLink(person.uid)} data-no-card className="hover:underline">
                  {name}
                </Link>
              ) : (
                name
              )}
            </Heading>
            <p className="page-start text-ink-2" dir="auto">
              {identityOf(person)}
            </p>
            {line !== null && (
              <p className="page-start" dir="auto">
                {line}
              </p>
            )}
          </div>
          <div className="col-start-2 row-start-1 mt-3 flex min-w-0 flex-wrap justify-end gap-2 self-start sm:self-end">
            {actions}
            {!isPreview && !isOwn && (
              <Suspense fallback={null}>
                <BookButton uid={person.uid} />
              </Suspense>
            )}
          </div>
        </div>
        <MutualsStrip key={person.uid} person={person} isPreview={isPreview} />
        {!person.visitableProfile && (
          <PrivateNote name={person.firstName || name} isConnectOn={school.config.connect} />
        )}
      </header>
    </div>
  );
}

/** Copies a link to the profile. */
function ShareButton({ uid }: { uid: string }) {
  const { t } = useMessages();
  const copyLink = () => {
    void navigator.clipboard
      .writeText(new URL(profileHref(uid), window.location.origin).href)
      .then(() => showToast({ message: t('person.copied') }));
  };
  return (
    <IconButton
      label={t('person.share')}
      icon={Link2}
      variant="outline"
      isRound
      onClick={copyLink}
      tooltipSide="bottom"
      className="border-transparent! bg-surface/90!"
    />
  );
}

function PrivateNote({ name, isConnectOn }: { name: string; isConnectOn: boolean }) {
  const { t } = useMessages();
  return (
    <div className="flex gap-3 rounded-card bg-fill p-4 text-sm">
      <Lock size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      <div className="grid gap-0.5">
        <p className="font-bold">{t('person.private')}</p>
        <p className="text-ink-2">
          {isConnectOn ? t('person.privateBody', { name }) : t('person.privateOffBody', { name })}
        </p>
      </div>
    </div>
  );
}
