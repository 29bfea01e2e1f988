import { Suspense } from 'react';
import type { UploadedFile } from '#contract/uploads/endpoints.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePictureViewer } from '../../ui/use-picture-viewer.tsx';

// Few posts have other files, and the file icons are not part of the first load.
const FileRow = lazyComponent(() => import('../../ui/file-row.tsx'), 'FileRow');

/** Maximum number of pictures. The last one shows the number of the rest. */
const picturesMax = 4;

/** The files of a post: pictures in a grid that reserves its space before they load, other files as rows. */
export function PostFiles({ files }: { files: readonly UploadedFile[] }) {
  const { number } = useMessages();
  const pictures = files.flatMap((file) => (file.picture ? [{ ...file, ...file.picture }] : []));
  const others = files.filter(({ picture }) => picture === null);
  const [first] = pictures;
  const more = pictures.length - picturesMax;
  const { open, viewer } = usePictureViewer(files.filter(({ picture }) => picture !== null));
  return (
    <>
      {first && (
        <ul
          className={`grid gap-1 overflow-hidden rounded-card ${first && pictures.length > 1 ? 'grid-cols-2' : ''}`}
        >
          {pictures.slice(0, picturesMax).map((picture, position) => (
            <li
              key={picture.id}
              // With three pictures, the first is as wide as the two below it.
              className={`relative ${pictures.length === 3 && position === 0 ? 'col-span-2' : ''}`}
            >
              <a
                href={picture.url}
                target="_blank"
                rel="noopener"
                aria-label={picture.name}
                aria-haspopup="dialog"
                onClick={open(position)}
                className="block"
              >
                <img
                  src={picture.thumbnailUrl}
                  alt=""
                  width={picture.width}
                  height={picture.height}
                  loading="lazy"
                  className={
                    pictures.length > 1
                      ? `${pictures.length === 3 && position === 0 ? 'aspect-[2/1]' : 'aspect-square md:aspect-[4/3]'} w-full bg-fill object-cover`
                      : 'max-h-128 w-full bg-fill object-contain'
                  }
                />
              </a>
              {more > 0 && position === picturesMax - 1 && (
                <span
                  aria-hidden
                  className="pointer-events-none absolute inset-0 grid place-items-center bg-black/50 text-2xl font-bold text-white"
                >
                  +{number(more)}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {viewer}
      {others.length > 0 && (
        <ul className="grid gap-2">
          {others.map((file) => (
            <li key={file.id}>
              <Suspense fallback={<div className="h-15" />}>
                <FileRow file={file} className="min-h-15 border border-line px-2.5" />
              </Suspense>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
