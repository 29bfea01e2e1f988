import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { User } from '#contract/people/endpoints.ts';
import pageWords from 'messages:en/profilePage.*';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Note } from '../../ui/note.tsx';
import { nameOf } from '../people/person.ts';
import { headGround, lineOf, Parts } from './page-parts.tsx';
import { EditLink, ProfileHead } from './profile-card.tsx';
import { ProfilePreview, usePreviewViewers, type PreviewViewer } from './profile-preview.tsx';

addEnglish(pageWords);

/** The user's own profile, which they edit in place and can view as others see it. */
export function OwnProfile({ person, onClose }: { person: User; onClose: () => void }) {
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
              <div className={headGround}>
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
      <div className={headGround}>
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
