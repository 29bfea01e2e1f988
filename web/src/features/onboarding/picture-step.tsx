import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { useUser } from '../../lib/session-store.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { identityOf, nameOf } from '../people/person.ts';
import { PictureControls, usePictureDialog } from '../settings/picture-controls.tsx';
import { Hills } from '../sign-in/hills.tsx';
import { StepFrame, type StepProps } from './step-frame.tsx';

/** The greeting, with the person's picture. */
export function PictureStep(props: StepProps) {
  const { t } = useMessages();
  const user = useUser();
  const school = useSchool();
  const { open, dialog } = usePictureDialog();
  return (
    <StepFrame
      {...props}
      title={t('start.hello', { school: school.name, name: user.firstName })}
      lead={t('start.helloBody')}
      isDone={user.photoUrl !== null}
    >
      <div className="overflow-hidden rounded-card border border-line bg-canvas">
        <div aria-hidden className="relative h-28 overflow-hidden sm:h-36">
          <Hills />
        </div>
        <div className="relative -mt-16 grid justify-items-center gap-1 px-4 pb-5 text-center sm:pb-6">
          <span className="mb-2 rounded-full border-4 border-canvas bg-canvas">
            <Avatar name={nameOf(user)} photoUrl={user.photoUrl} size={8} />
          </span>
          <span className="text-lg font-bold wrap-break-word">
            <bdi>{nameOf(user)}</bdi>
          </span>
          <span className="text-sm text-ink-2">{identityOf(user)}</span>
          <div className="mt-2 w-full max-w-sm">
            <PictureControls kind="photo" isPlain onOpen={(source) => open('photo', source)} />
          </div>
          <p className="text-sm text-ink-2">
            {t('pictures.formats')} <span className="touch:hidden">{t('pictures.drop')}</span>
          </p>
        </div>
      </div>
      {dialog}
    </StepFrame>
  );
}
