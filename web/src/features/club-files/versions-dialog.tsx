import { useQuery } from '@tanstack/react-query';
import { Download, History, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { ClubFile } from '#contract/club-files/endpoints.ts';
import { restoreFileVersion } from '#contract/club-files/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useUpload } from '../../kit/use-upload.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { sizeText } from '../../ui/file-sizes.ts';
import { Pill } from '../../ui/pill.tsx';
import { nameOf } from '../people/person.ts';
import { UploadError } from '../storage/storage-link.tsx';
import { fileVersions, sendVersion, staleFiles } from './club-files.data.ts';

/** The versions of a file, with buttons to download, restore and add one. */
export function VersionsDialog({ file, onClose }: { file: ClubFile; onClose: () => void }) {
  const messages = useMessages();
  const { t, date } = messages;
  const versions = useQuery(fileVersions(file.id));
  const [name, setName] = useState('');
  const add = useUpload((sent: File, way) => sendVersion(file.id, sent, way), {
    invalidates: staleFiles,
    success: t('clubFiles.versionAdded'),
    isQuiet: true,
  });
  const restore = useAction(
    (number: number) => call(restoreFileVersion, { id: file.id, number }),
    // Restoring removes the button that has the focus, so the dialog closes and returns the focus.
    { invalidates: staleFiles, success: t('clubFiles.restored'), onSuccess: onClose },
  );
  return (
    <Dialog title={t('clubFiles.versionsOf', { name: file.name })} isOpen onClose={onClose}>
      <div className="grid gap-4">
        {file.can.change && (
          <FileDrop
            choose={t('clubFiles.newVersion')}
            accept=""
            onFiles={([sent]) => {
              if (sent === undefined) return;
              setName(sent.name);
              add.run(sent);
            }}
            sending={add.isPending ? { name, share: add.share, onStop: add.stop } : undefined}
            error={add.error && <UploadError error={add.error} />}
          />
        )}
        <QueryBoundary query={versions} empty={{ icon: History, title: t('clubFiles.versions') }}>
          {({ items }) => (
            <RowList label={t('clubFiles.versions')}>
              {items.map((version) => (
                <Row
                  key={version.number}
                  title={t('clubFiles.versionOf', { number: String(version.number) })}
                  aside={version.isCurrent && <Pill>{t('clubFiles.currentVersion')}</Pill>}
                  lines={[
                    [
                      sizeText(version.file.size, messages),
                      date(version.createdAt, 'moment'),
                      ...(version.by === null ? [] : [nameOf(version.by)]),
                    ].join(' • '),
                  ]}
                  end={
                    <>
                      {file.can.change && !version.isCurrent && (
                        <IconButton
                          label={t('clubFiles.restoreVersion', { number: String(version.number) })}
                          icon={RotateCcw}
                          disabled={restore.isPending}
                          onClick={() => restore.run(version.number)}
                        />
                      )}
                      <a
                        href={version.file.url}
                        download={file.name}
                        className={buttonClass({ variant: 'quiet', isIcon: true })}
                        aria-label={t('clubFiles.downloadVersion', {
                          number: String(version.number),
                        })}
                      >
                        <Download size={20} aria-hidden />
                      </a>
                    </>
                  }
                />
              ))}
            </RowList>
          )}
        </QueryBoundary>
      </div>
    </Dialog>
  );
}
