import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '../../kit/use-act.ts';
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
  const stop = useRef<AbortController>(null);
  const [sent, setSent] = useState(0);
  useEffect(() => () => stop.current?.abort(), []);
  const put = useAct(
    (file: Blob) => {
      stop.current = new AbortController();
      setSent(0);
      return upload(
        'POST /api/v1/newsletters/pictures',
        { upload: file },
        { onSent: setSent, signal: stop.current.signal },
      );
    },
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
      {put.isPending && <ProgressBar label={t('newsletters.upload')} share={sent} />}
    </>
  );
}
