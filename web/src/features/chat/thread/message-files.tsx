import type { MouseEvent } from 'react';
import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { FileRow } from '../../../ui/file-row.tsx';
import { usePictureViewer } from '../../../ui/use-picture-viewer.tsx';

/** Shows pictures inline, and other files with name and type icon (CHAT-05). */
export function MessageFiles({
  files,
  hasText,
  isOwn,
}: {
  files: readonly UploadedFile[];
  hasText: boolean;
  isOwn: boolean;
}) {
  const pictures = files.filter(({ picture }) => picture !== null);
  const others = files.filter(({ picture }) => picture === null);
  const { open, viewer } = usePictureViewer(pictures);
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-2 ${hasText ? 'mb-2' : ''}`}>
      {pictures.length > 0 && (
        <div className={`grid gap-1 ${pictures.length > 1 ? 'grid-cols-2' : ''}`}>
          {pictures.map((file, index) => (
            <Picture
              key={file.id}
              file={file}
              isAlone={pictures.length === 1}
              onOpen={open(index)}
            />
          ))}
        </div>
      )}
      {viewer}
      {others.map((file) => (
        <FileRow key={file.id} file={file} isOnBrand={isOwn} className="min-w-56 py-1 pe-1" />
      ))}
    </div>
  );
}

function Picture({
  file,
  isAlone,
  onOpen,
}: {
  file: UploadedFile;
  isAlone: boolean;
  onOpen: (event: MouseEvent) => void;
}) {
  const { t } = useMessages();
  const { width, height, thumbnailUrl } = file.picture ?? {
    width: 1,
    height: 1,
    thumbnailUrl: file.url,
  };
  return (
    <a
      href={file.url}
      target="_blank"
      rel="noopener"
      aria-label={t('chat.openPicture', { name: file.name })}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="block overflow-hidden rounded-control"
    >
      <img
        src={thumbnailUrl}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        // The box has its final size before the picture loads, so messages don't shift and unseen messages aren't
        // marked as read.
        {...(isAlone && {
          style: {
            aspectRatio: `${width} / ${height}`,
            width: `min(${width}px, calc(20rem * ${width / height}))`,
          },
        })}
        className={`bg-fill-2 object-cover ${isAlone ? 'h-auto max-w-full' : 'aspect-square h-full w-full'}`}
      />
    </a>
  );
}
