import { Link } from '@tanstack/react-router';
import { Flag, Folder, History, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ClubFile, ClubFolder } from '#contract/club-files/endpoints.ts';
import { deleteClubFile, deleteClubFolder } from '#contract/club-files/calls.ts';
import { Row, RowIcon } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { FileIcon } from '../../ui/file-row.tsx';
import { sizeText } from '../../ui/file-sizes.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Pill } from '../../ui/pill.tsx';
import { nameOf } from '../people/person.ts';
import { staleFiles } from './club-files.data.ts';
import { FileDialog } from './file-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

const ReportDialog = lazyComponent(() => import('../safety/report-dialog.tsx'), 'ReportDialog');

/** Shows who can see a file, unless everyone can. */
function Readers({ readers }: Pick<ClubFile, 'readers'>) {
  const { t } = useMessages();
  return readers === 'everyone' ? null : <Pill>{t(`clubFiles.readers_${readers}`)}</Pill>;
}

export function FolderRow({
  club,
  folder,
  manages,
}: {
  club: string;
  folder: ClubFolder;
  manages: boolean;
}) {
  const messages = useMessages();
  const { t } = messages;
  const [isEditing, setEditing] = useState(false);
  const remove = useAction(() => call(deleteClubFolder, { id: folder.id }), {
    confirm: () => ({
      title: t('clubFiles.deleteFolder', { name: folder.name }),
      body: t('clubFiles.deleteFolderBody', { count: folder.files }),
      confirmLabel: t('clubFiles.delete'),
      isDanger: true,
    }),
    invalidates: staleFiles,
    success: t('clubFiles.deleted'),
  });
  return (
    <Row
      mark={
        <RowIcon>
          <Folder size={20} aria-hidden />
        </RowIcon>
      }
      title={
        <Link
          to={paths.club}
          params={{ clubId: club }}
          search={{ tab: 'files', folder: folder.id }}
          resetScroll={false}
          className="rounded-sm hover:underline"
        >
          {folder.name}
        </Link>
      }
      aside={
        <>
          <Readers {...folder} />
          {folder.takesFiles && <Pill>{t('clubFiles.takesFilesPill')}</Pill>}
        </>
      }
      lines={[
        [
          t('clubFiles.files', { count: folder.files }),
          ...(folder.size > 0 ? [sizeText(folder.size, messages)] : []),
        ].join(' • '),
      ]}
      end={
        manages && (
          <>
            <MenuButton
              label={t('clubFiles.more', { name: folder.name })}
              icon={MoreHorizontal}
              variant="quiet"
              items={[
                { id: 'edit', label: t('clubFiles.edit'), icon: Pencil },
                { id: 'delete', label: t('clubFiles.delete'), icon: Trash2, isDanger: true },
              ]}
              onAction={(id) => (id === 'edit' ? setEditing(true) : remove.run())}
            />
            {isEditing && (
              <FolderDialog club={club} folder={folder} onClose={() => setEditing(false)} />
            )}
          </>
        )
      }
    />
  );
}

type Opened = 'edit' | 'versions' | 'report';

export function FileItem({
  club,
  file,
  showsFolder,
}: {
  club: string;
  file: ClubFile;
  /** True to show the folder, for search results. */
  showsFolder: boolean;
}) {
  const messages = useMessages();
  const { t, date } = messages;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const remove = useAction(() => call(deleteClubFile, { id: file.id }), {
    confirm: () => ({
      title: t('clubFiles.deleteFile', { name: file.name }),
      body: t('clubFiles.deleteFileBody'),
      confirmLabel: t('clubFiles.delete'),
      isDanger: true,
    }),
    invalidates: staleFiles,
    success: t('clubFiles.deleted'),
  });
  return (
    <Row
      mark={<FileIcon name={file.name} />}
      title={
        <a href={file.file.url} download={file.name} className="rounded-sm hover:underline">
          {file.name}
        </a>
      }
      aside={
        <>
          {file.isHidden && <Pill tone="bad">{t('clubFiles.moderated')}</Pill>}
          <Readers {...file} />
        </>
      }
      lines={[
        [
          sizeText(file.file.size, messages),
          date(file.updatedAt, 'day'),
          ...(file.by === null ? [] : [nameOf(file.by)]),
          ...(file.versions > 1 ? [t('clubFiles.versionsCount', { count: file.versions })] : []),
          ...(showsFolder && file.folder !== null ? [file.folder.name] : []),
        ].join(' • '),
      ]}
      end={
        <>
          <MenuButton
            label={t('clubFiles.more', { name: file.name })}
            icon={MoreHorizontal}
            variant="quiet"
            items={[
              { id: 'versions' as const, label: t('clubFiles.versions'), icon: History },
              ...(file.can.change
                ? [
                    { id: 'edit' as const, label: t('clubFiles.edit'), icon: Pencil },
                    {
                      id: 'delete' as const,
                      label: t('clubFiles.delete'),
                      icon: Trash2,
                      isDanger: true,
                    },
                  ]
                : []),
              ...(file.can.report
                ? [{ id: 'report' as const, label: t('clubFiles.report'), icon: Flag }]
                : []),
            ]}
            onAction={(id) => (id === 'delete' ? remove.run() : setOpened(id))}
          />
          {opened === 'edit' && <FileDialog club={club} file={file} onClose={close} />}
          {opened === 'versions' && <VersionsDialog file={file} onClose={close} />}
          {opened === 'report' && (
            <Suspense fallback={null}>
              <ReportDialog
                target={{ kind: 'club_file', id: file.id }}
                title={t('clubFiles.reportTitle', { name: file.name })}
                body={t('clubFiles.reportBody')}
                onClose={close}
              />
            </Suspense>
          )}
        </>
      }
    />
  );
}
