import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { ChevronRight, FolderOpen, FolderPlus, FolderX, SearchX } from 'lucide-react';
import { useState } from 'react';
import { clubFileLimits, fileOrders, type FileOrder } from '#contract/club-files/limits.ts';
import type { ReplyOf } from '#contract/call.ts';
import { uploadMaxBytes } from '#contract/uploads/limits.ts';
import type { listClubFiles } from '#contract/club-files/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore, RowList } from '../../kit/row-list.tsx';
import { useUpload } from '../../kit/use-upload.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { sizeText } from '../../ui/file-sizes.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { UploadError } from '../storage/storage-link.tsx';
import { filePages, sendFiles, staleFiles } from './club-files.data.ts';
import { FileItem, FolderRow } from './file-rows.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import english from './messages/en.json';

addEnglish(english);

type Page = ReplyOf<typeof listClubFiles>;

const hasNothing = ({ pages }: InfiniteData<Page>) =>
  pages.every(({ items, folders }) => items.length === 0 && folders.length === 0);

/** The files of a club, by folder. */
export function ClubFiles({ club }: { club: string }) {
  const messages = useMessages();
  const { t } = messages;
  const asked = useSearch()['folder'];
  const folder = typeof asked === 'string' ? asked : undefined;
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<FileOrder>('name');
  const [isMaking, setMaking] = useState(false);
  useDebounced(text, (value) => setSearch(value.trim()));
  const files = useInfiniteQuery(filePages({ club, folder, search, order }));
  const first = files.data?.pages[0];
  const isFound = search !== '';
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <SearchField
            label={t('clubFiles.search')}
            value={text}
            onChange={(value) => setText(value.slice(0, clubFileLimits.search))}
            isBusy={files.isFetching && files.data !== undefined}
          />
        </div>
        <Select
          label={t('clubFiles.order')}
          isLabelHidden
          value={order}
          options={fileOrders.map((value) => ({ value, label: t(`clubFiles.order_${value}`) }))}
          onChange={setOrder}
        />
        {first?.can.manage && (
          <Button icon={FolderPlus} onClick={() => setMaking(true)}>
            {t('clubFiles.newFolder')}
          </Button>
        )}
      </div>
      {first?.folder && !isFound && <Path club={club} page={first} />}
      {first?.can.add && !isFound && <AddFiles club={club} folder={folder} />}
      <QueryBoundary
        query={files}
        showsRefetchError
        isEmpty={hasNothing}
        empty={
          isFound
            ? {
                icon: SearchX,
                title: t('clubFiles.nothingFound'),
                body: t('clubFiles.nothingFoundBody'),
              }
            : {
                icon: FolderOpen,
                title: t('clubFiles.empty'),
                body: t(first?.can.manage ? 'clubFiles.addOfficer' : 'clubFiles.emptyBody'),
              }
        }
        errorContent={{
          not_found: {
            icon: FolderX,
            title: t('clubFiles.notFound'),
            body: t('clubFiles.notFoundBody'),
            action: <Top club={club} />,
          },
        }}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList label={t('clubFiles.title')} isCard>
              {pages.flatMap(({ folders }) =>
                folders.map((one) => (
                  <FolderRow
                    key={one.id}
                    club={club}
                    folder={one}
                    manages={first?.can.manage === true}
                  />
                )),
              )}
              {pages.flatMap(({ items }) =>
                items.map((file) => (
                  <FileItem key={file.id} club={club} file={file} showsFolder={isFound} />
                )),
              )}
            </RowList>
            <LoadMore query={files} />
          </div>
        )}
      </QueryBoundary>
      {first?.space && (
        <p className="text-sm text-ink-2">
          {t('clubFiles.space', {
            used: sizeText(first.space.used, messages),
            limit: sizeText(first.space.limit, messages),
          })}
        </p>
      )}
      {isMaking && <FolderDialog club={club} parent={folder} onClose={() => setMaking(false)} />}
    </div>
  );
}

function Top({ club }: { club: string }) {
  const { t } = useMessages();
  return (
    <Link
      to={paths.club}
      params={{ clubId: club }}
      search={{ tab: 'files' }}
      resetScroll={false}
      className="text-link"
    >
      {t('clubFiles.top')}
    </Link>
  );
}

/** The path to the open folder. */
function Path({ club, page }: { club: string; page: Page }) {
  const { t } = useMessages();
  return (
    <nav aria-label={t('clubFiles.path')}>
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <li>
          <Top club={club} />
        </li>
        {page.path.map(({ id, name }) => (
          <li key={id} className="flex min-w-0 items-center gap-1">
            <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-3 rtl:-scale-x-100" />
            <Link
              to={paths.club}
              params={{ clubId: club }}
              search={{ tab: 'files', folder: id }}
              resetScroll={false}
              className="text-link wrap-anywhere"
            >
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
        <li className="flex min-w-0 items-center gap-1">
          <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-3 rtl:-scale-x-100" />
          <span aria-current="page" className="font-medium wrap-anywhere">
            <bdi>{page.folder?.name}</bdi>
          </span>
        </li>
      </ol>
    </nav>
  );
}

/** An area for dropped files, which are uploaded one by one. */
function AddFiles({ club, folder }: { club: string; folder: string | undefined }) {
  const messages = useMessages();
  const { t } = messages;
  const [at, setAt] = useState(0);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const most = sizeText(uploadMaxBytes, messages);
  const add = useUpload(
    (files: readonly File[], way) =>
      sendFiles(files, { club, folder, readers: 'everyone' }, { ...way, onNext: setAt }),
    {
      invalidates: staleFiles,
      success: (_, files) => t('clubFiles.sent', { count: files.length }),
      isQuiet: true,
    },
  );
  const files = add.pendingInput ?? [];
  return (
    <FileDrop
      choose={t('clubFiles.add')}
      hint={t('clubFiles.hint', { size: most })}
      accept=""
      isMultiple
      onFiles={(chosen) => {
        const large = chosen.find(({ size }) => size > uploadMaxBytes);
        setTooLarge(large ? t('clubFiles.tooLarge', { name: large.name, size: most }) : null);
        const fit = chosen.filter(({ size }) => size > 0 && size <= uploadMaxBytes);
        if (fit.length > 0) add.run(fit);
      }}
      sending={
        add.isPending
          ? {
              name: files[at]?.name ?? '',
              share: add.share,
              detail: t('clubFiles.ofAll', { number: String(at + 1), count: String(files.length) }),
              onStop: add.stop,
            }
          : undefined
      }
      error={tooLarge ?? (add.error && <UploadError error={add.error} />)}
    />
  );
}
