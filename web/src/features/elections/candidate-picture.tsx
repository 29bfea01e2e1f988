import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { removeCandidatePicture, setCandidatePicture } from '#contract/elections/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { useUpload } from '../../kit/use-upload.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { upload } from '../../lib/upload.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { staleElections } from './elections.data.ts';

interface CandidatePictureProps {
  id: string;
  name: string;
  photoUrl: string | null;
  hasOwnPicture: boolean;
  /** The text above the buttons. */
  title: string;
  body?: string;
}

/** A candidate's picture, with buttons to replace and remove it. Each change saves immediately. */
export function CandidatePicture(props: CandidatePictureProps) {
  const { id, name, photoUrl, hasOwnPicture, title, body } = props;
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const put = useUpload(
    (file: Blob, way) => upload(setCandidatePicture, { id, upload: file }, way),
    { invalidates: staleElections, success: t('elections.pictureSaved') },
  );
  const remove = useAction(() => call(removeCandidatePicture, { id }), {
    invalidates: staleElections,
    success: t('elections.pictureRemoved'),
    // The button that had the focus is gone.
    onSuccess: () => chooser.current?.focus(),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Avatar name={name} photoUrl={photoUrl} size={4} />
      <div className="grid min-w-0 flex-1 basis-48 gap-2">
        <div>
          <p dir="auto" className="page-start font-medium wrap-anywhere">
            {title}
          </p>
          {body !== undefined && <p className="text-sm text-ink-2">{body}</p>}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('elections.choosePictureOf', { name })}
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) put.run(file);
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            ref={chooser}
            icon={ImagePlus}
            label={t('elections.choosePictureOf', { name })}
            isPending={put.isPending}
            onClick={() => input.current?.click()}
          >
            {t('elections.choosePicture')}
          </Button>
          {hasOwnPicture && (
            <Button
              icon={Trash2}
              label={t('elections.removePictureOf', { name })}
              isPending={remove.isPending}
              onClick={() => remove.run()}
            >
              {t('elections.removePicture')}
            </Button>
          )}
        </div>
        {put.isPending && (
          <ProgressBar label={t('elections.choosePictureOf', { name })} share={put.share} />
        )}
      </div>
    </div>
  );
}
