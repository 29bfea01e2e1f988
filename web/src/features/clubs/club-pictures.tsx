import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import { clubPictureKinds, type ClubPictureKind } from '#contract/clubs/limits.ts';
import { setClubPicture, removeClubPicture } from '#contract/clubs/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { useUpload } from '../../kit/use-upload.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { upload } from '../../lib/upload.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sourcesOf } from '../../ui/picture-sources.ts';
import { Poster } from '../../ui/poster.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { staleClub } from './clubs.data.ts';

/** A club's logo and cover. Each change saves immediately. */
export function ClubPictures({ club }: { club: ClubSettings }) {
  const { t } = useMessages();
  return (
    <Card title={t('clubs.pictures')}>
      <div className="grid gap-5">
        {clubPictureKinds.map((kind) => (
          <Picture key={kind} club={club} kind={kind} />
        ))}
      </div>
    </Card>
  );
}

function Picture({ club, kind }: { club: ClubSettings; kind: ClubPictureKind }) {
  const { t } = useMessages();
  const { id } = club;
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const put = useUpload(
    (file: Blob, way) => upload(setClubPicture, { id, kind, upload: file }, way),
    { invalidates: staleClub, success: t('clubs.pictureSaved') },
  );
  const remove = useAction(() => call(removeClubPicture, { id, kind }), {
    invalidates: staleClub,
    success: t('clubs.pictureRemoved'),
    // The button that had the focus is gone.
    onSuccess: () => chooser.current?.focus(),
  });
  const shown = club[kind];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {kind === 'logo' ? (
        <Avatar name={club.name} photoUrl={shown} size={4} shape="square" />
      ) : shown === null ? (
        <Poster name={club.name} className="h-16 w-40 rounded-card" />
      ) : (
        <img
          src={shown}
          {...sourcesOf(shown, 'cover', '10rem')}
          alt=""
          className="h-16 w-40 rounded-card object-cover"
        />
      )}
      <div className="grid min-w-0 flex-1 basis-48 gap-2">
        <p className="font-medium">{t(`clubs.${kind}`)}</p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('clubs.choosePicture')}
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
            label={`${t('clubs.choosePicture')}: ${t(`clubs.${kind}`)}`}
            isPending={put.isPending}
            onClick={() => input.current?.click()}
          >
            {t('clubs.choosePicture')}
          </Button>
          {shown !== null && (
            <Button
              icon={Trash2}
              label={`${t('clubs.removePicture')}: ${t(`clubs.${kind}`)}`}
              isPending={remove.isPending}
              onClick={() => remove.run()}
            >
              {t('clubs.removePicture')}
            </Button>
          )}
        </div>
        {put.isPending && <ProgressBar label={t('clubs.choosePicture')} share={put.share} />}
      </div>
    </div>
  );
}
