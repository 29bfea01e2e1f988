import { useState } from 'react';
import { middle, type Crop, type PictureKind, type Size } from '#contract/people/picture-crop.ts';
import type { OwnPicture } from '#contract/people/pictures.endpoints.ts';
import { cropPicture, uploadPicture } from '#contract/people/calls.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { upload } from '../../lib/upload.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StorageLink } from '../storage/storage-link.tsx';
import { CropStage } from './crop-stage.tsx';
import { pictureProblem, pictureWords } from './picture-words.ts';
import { useUpload } from '../../kit/use-upload.ts';
import { Failure } from '../../ui/failure.tsx';
import english from './messages/en.json';

addEnglish(english);

/** A new file with its local URL, or the full picture that was uploaded before. */
export type Source =
  | { file: File; url: string }
  | { original: NonNullable<OwnPicture['original']> };

interface PictureDialogProps {
  kind: PictureKind;
  source: Source;
  onSaved: (picture: OwnPicture) => void;
  onClose: () => void;
}

/** Crops a picture and uploads it. */
export function PictureDialog({ kind, source, onSaved, onClose }: PictureDialogProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const words = pictureWords[kind];
  const file = 'file' in source ? source.file : null;
  const original = 'original' in source ? source.original : null;
  const url = 'file' in source ? source.url : source.original.url;
  const [size, setSize] = useState<Size | null>(original);
  const [crop, setCrop] = useState<Crop>(original?.crop ?? middle);
  const [isUnreadable, setUnreadable] = useState(false);
  const save = useUpload(
    (_: void, way) =>
      file === null
        ? call(cropPicture, { kind, ...crop })
        : upload(uploadPicture, { kind, ...crop, upload: file }, way),
    { onSuccess: onSaved, isQuiet: true },
  );
  const stop = () => {
    save.stop();
    save.reset();
  };
  const problem = isUnreadable
    ? t('pictures.format')
    : save.error
      ? pictureProblem(save.error, messages)
      : null;
  return (
    <Dialog
      title={t(words.title)}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={save.isPending && file ? stop : onClose}>
            {t(save.isPending && file ? 'pictures.stop' : 'pictures.cancel')}
          </Button>
          <Button
            variant="primary"
            isPending={save.isPending}
            disabled={isUnreadable || size === null}
            onClick={() => save.run()}
          >
            {t('pictures.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!isUnreadable && (
          <CropStage
            kind={kind}
            url={url}
            size={size}
            crop={crop}
            onCrop={setCrop}
            onSize={setSize}
            onUnreadable={() => setUnreadable(true)}
          />
        )}
        {save.isPending && file !== null && (
          <div className="grid gap-1.5">
            <progress
              aria-label={t(words.title)}
              value={save.share}
              max={1}
              className="send-progress"
            />
            <p role="status" className="text-sm text-ink-2">
              {save.share < 1
                ? t('pictures.sending', {
                    share: new Intl.NumberFormat(locale, { style: 'percent' }).format(save.share),
                  })
                : t('pictures.working')}
            </p>
          </div>
        )}
        {problem !== null && (
          <Failure>
            {problem}
            <StorageLink error={save.error} />
          </Failure>
        )}
      </div>
    </Dialog>
  );
}
