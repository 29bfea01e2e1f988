import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { useUpload } from '../../kit/use-upload.ts';
import { useMessages } from '../../lib/messages.ts';
import { upload } from '../../lib/upload.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

interface Picture {
  file: string;
  width: number;
  height: number;
}

/** A button that takes a picture, with how far it is. */
export function PictureUpload({
  icon,
  onPicture,
}: {
  icon: LucideIcon;
  onPicture: (picture: Picture) => void;
}) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const put = useUpload(
    (file: Blob, way) => upload('POST /api/v1/newsletters/pictures', { upload: file }, way),
    { done: ({ file, width, height }) => onPicture({ file, width, height }) },
  );
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) put.run(file);
        }}
      />
      <Button
        size="sm"
        icon={icon}
        isPending={put.isPending}
        onClick={() => input.current?.click()}
      >
        {t('newsletters.picture')}
      </Button>
      {put.isPending && <ProgressBar label={t('newsletters.upload')} share={put.share} />}
    </>
  );
}
