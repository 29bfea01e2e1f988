import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { useSearch } from '../../lib/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../paths.ts';
import { nameOf } from '../people/person.ts';
import { ProfileView } from './profile-view.tsx';
import { profileOf, readProfile } from './profile.data.ts';

/** The full profile page. Closing it returns to the previous page. */
export function ProfilePage() {
  const { t } = useMessages();
  const { uid } = useSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const { data } = useQuery(profileOf(uid));
  const person = readProfile(data);
  usePageTitle(person ? nameOf(person) : t('person.title'));
  const close = () => (canGoBack ? router.history.back() : void navigate({ to: paths.directory }));
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[90rem] md:px-6 md:py-6 lg:px-8">
      <div className="overflow-hidden bg-surface [--ground:var(--surface)] max-md:min-h-[calc(100dvh-var(--spacing-bottom-bar))] md:max-w-240 md:rounded-card md:border md:border-line">
        <ProfileView uid={uid} as="page" onClose={close} />
      </div>
    </main>
  );
}
