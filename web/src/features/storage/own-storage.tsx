import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderOpen, Trash2 } from 'lucide-react';
import type { StoredFile } from '#contract/storage/endpoints.ts';
import { deleteStoredFile, getStorage, listStoredFiles } from '#contract/storage/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileIcon } from '../../ui/file-row.tsx';
import { sizeText } from '../../ui/file-sizes.ts';
import { Note } from '../../ui/note.tsx';
import { PlaceLink } from './place-link.tsx';
import english from './messages/en.json';
import { StorageMeter } from './storage-meter.tsx';

addEnglish(english);

const filePages = {
  queryKey: [listStoredFiles, 'pages'] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listStoredFiles, { ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
};

/** The share of the limit at which the page shows a warning. */
const warningShare = 0.9;

/** Shows the signed-in person's storage and files. */
export function OwnStorage() {
  const messages = useMessages();
  const { t } = messages;
  const storage = useQuery(callQuery(getStorage, {}));
  const files = useInfiniteQuery(filePages);
  return (
    <>
      <Card title={t('storage.yours')} description={t('storage.body')}>
        <QueryBoundary query={storage} skeleton={['h-8']} isSmall isEmpty={() => false}>
          {({ used, limit, pictures }) => (
            <div className="grid gap-3">
              <StorageMeter label={t('storage.yours')} used={used} limit={limit} />
              {pictures > 0 && (
                <p className="text-sm text-ink-2">
                  <Link to={paths.settingsProfile} className="text-link touch:-my-1 touch:py-1">
                    {t('storage.picturesSize', { size: sizeText(pictures, messages) })}
                  </Link>
                </p>
              )}
              {used >= limit * warningShare && (
                <Note tone="warn">{t(used >= limit ? 'storage.full' : 'storage.nearlyFull')}</Note>
              )}
            </div>
          )}
        </QueryBoundary>
      </Card>
      <Card title={t('storage.files')} description={t('storage.filesBody')}>
        <QueryBoundary
          query={files}
          isSmall
          empty={{ icon: FolderOpen, title: t('storage.noFiles'), body: t('storage.noFilesBody') }}
        >
          {({ pages }) => (
            <div className="grid gap-4">
              <RowList label={t('storage.files')}>
                {pages.flatMap(({ items }) =>
                  items.map((file) => <FileLine key={file.id} file={file} />),
                )}
              </RowList>
              <LoadMore query={files} />
            </div>
          )}
        </QueryBoundary>
      </Card>
    </>
  );
}

function FileLine({ file }: { file: StoredFile }) {
  const messages = useMessages();
  const { t, date } = messages;
  const { name, url } = file;
  const remove = useAction(() => call(deleteStoredFile, { id: file.id }), {
    confirm: () => ({
      title: t('storage.deleteTitle', { name }),
      body: t('storage.deleteBody'),
      confirmLabel: t('storage.delete'),
      cancelLabel: t('storage.cancel'),
      isDanger: true,
    }),
    invalidates: [getStorage, listStoredFiles],
    success: t('storage.deleted'),
  });
  return (
    <Row
      mark={<FileIcon name={name} />}
      title={
        url === null ? (
          name
        ) : (
          <a href={url} download={name} className="hover:underline">
            {name}
          </a>
        )
      }
      lines={[
        `${sizeText(file.size, messages)} · ${date(file.uploadedAt, 'day')}`,
        url === null && t('storage.interrupted'),
        <FileUses key="uses" file={file} />,
      ]}
      end={
        file.uses.length === 0 && (
          <IconButton
            label={t('storage.deleteFile', { name })}
            icon={Trash2}
            isPending={remove.isPending}
            onClick={() => remove.run()}
          />
        )
      }
    />
  );
}

function FileUses({ file: { uses } }: { file: StoredFile }) {
  const { t } = useMessages();
  if (uses.length === 0) return t('storage.unused');
  return (
    <span className="flex flex-wrap gap-x-3">
      {uses.map((place) => (
        <PlaceLink key={`${place.place} ${place.id} ${place.message}`} place={place} />
      ))}
    </span>
  );
}
