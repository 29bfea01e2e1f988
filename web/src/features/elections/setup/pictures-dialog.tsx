import type { Contest } from '#contract/elections/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CandidatePicture } from '../candidate-picture.tsx';

interface PicturesDialogProps {
  contest: Contest;
  onClose: () => void;
}

/** The pictures of a contest's candidates without an account. Others set their own. */
export function PicturesDialog({ contest, onClose }: PicturesDialogProps) {
  const { t } = useMessages();
  return (
    <Dialog
      title={t('elections.setup_pictures', { title: contest.title })}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('elections.setup_done')}
        </Button>
      }
    >
      <div className="grid gap-5">
        <p className="text-ink-2">{t('elections.setup_picturesBody')}</p>
        {contest.candidates
          .filter(({ uid }) => uid === null)
          .map((one) => (
            <CandidatePicture key={one.id} {...one} title={one.name} />
          ))}
      </div>
    </Dialog>
  );
}
