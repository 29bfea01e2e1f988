import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { useUpload } from '../../kit/use-upload.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { EmailEditorConfig, Picture } from './email-editor-config.ts';

/** A button to upload a picture, with progress. */
export function PictureUpload({
  icon,
  send,
  onPicture,
}: {
  icon: LucideIcon;
  send: EmailEditorConfig<never>['upload'];
  onPicture: (picture: Picture) => void;
}) {
  const { t } = useMessages();
  const input = useRef<HTMLInputElement>(null);
  const put = useUpload(send, {
    onSuccess: ({ file, width, height }) => onPicture({ file, width, height }),
  });
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
