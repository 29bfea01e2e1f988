import { pictureKinds } from '#contract/people/picture-crop.ts';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { nameOf } from '../people/person.ts';
import { Cover } from '../people/cover.tsx';
import { PictureControls, usePictureDialog } from './picture-controls.tsx';

/** The user's picture and cover as others see them, with actions. */
export function PicturesCard() {
  const { t } = useMessages();
  const user = useUser();
  const { open, dialog } = usePictureDialog();
  return (
    <Card title={t('pictures.title')} description={t('pictures.body')}>
      <div className="mb-5">
        <Cover
          name={nameOf(user)}
          url={user.largePhotoUrl}
          isLazy={false}
          className="aspect-8/3 rounded-card max-sm:aspect-5/2"
        />
        <span className="relative -mt-12 ms-4 block w-fit rounded-full border-4 border-surface bg-surface sm:ms-6">
          <Avatar name={`${user.firstName} ${user.lastName}`} photoUrl={user.photoUrl} size={6} />
        </span>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {pictureKinds.map((kind) => (
          <PictureControls key={kind} kind={kind} onOpen={(source) => open(kind, source)} />
        ))}
      </div>
      <p className="mt-4 text-sm text-ink-2">
        {t('pictures.formats')} <span className="touch:hidden">{t('pictures.drop')}</span>
      </p>
      {dialog}
    </Card>
  );
}
