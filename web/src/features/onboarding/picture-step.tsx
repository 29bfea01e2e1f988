import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { useUser } from '../../lib/session-store.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { identityOf, nameOf } from '../people/person.ts';
import { PictureControls, usePictureDialog } from '../settings/picture-controls.tsx';
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
      <div className="grid justify-items-center gap-6 rounded-card border border-line bg-canvas p-5 sm:p-8">
        <div className="grid justify-items-center gap-1 text-center">
          <Avatar name={nameOf(user)} photoUrl={user.photoUrl} size={8} className="mb-3" />
          <span className="text-lg font-bold wrap-break-word">
            <bdi>{nameOf(user)}</bdi>
          </span>
          <span className="text-sm text-ink-2">{identityOf(user)}</span>
        </div>
        <div className="w-full max-w-sm">
          <PictureControls kind="photo" onOpen={(source) => open('photo', source)} />
        </div>
        <p className="text-sm text-ink-2">{t('pictures.formats')}</p>
      </div>
      {dialog}
    </StepFrame>
  );
}
