import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { useParams } from '../../lib/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { isEmbedded } from '../../lib/host-page.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { nameOf } from '../people/person.ts';
import { ProfileView } from './profile-view.tsx';
import { profileOf, readProfile } from './profile.data.ts';

/** A profile without the shell, for host pages. Without a uid, it is the signed-in person's (ROUTE-02). */
export function EmbedProfilePage() {
  const { t } = useMessages();
  const { uid } = useParams();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const { data } = useQuery(profileOf(uid));
  const person = readProfile(data);
  usePageTitle(person ? nameOf(person) : t('person.title'));
  return (
    // A host's frame has the height of its content.
    <main
      id="main"
      tabIndex={-1}
      className={`bg-surface [--ground:var(--surface)] ${isEmbedded() ? '' : 'min-h-dvh'}`}
    >
      <div className="mx-auto max-w-4xl">
        <ProfileView uid={uid} as="page" onClose={() => canGoBack && router.history.back()} />
      </div>
    </main>
  );
}
