import { useState } from 'react';
import type { ClubFolder } from '#contract/club-files/endpoints.ts';
import { clubFileLimits, type FileReaders } from '#contract/club-files/limits.ts';
import { newClientId } from '#contract/client-id.ts';
import { createClubFolder, updateClubFolder } from '#contract/club-files/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { staleFiles } from './club-files.data.ts';
import { useFolderOptions, useReaderOptions } from './place-fields.tsx';

interface Draft {
  name: string;
  parent: string;
  readers: FileReaders;
  takesFiles: boolean;
}
const { TextField, Select, Switch } = fieldsOf<Draft>();

/** Creates a folder in `parent`, or edits one. */
export function FolderDialog({
  club,
  folder,
  parent,
  onClose,
}: {
  club: string;
  folder?: ClubFolder;
  parent?: string | undefined;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const [clientId] = useState(() => newClientId());
  const folders = useFolderOptions(club, folder?.id);
  const readers = useReaderOptions();
  return (
    <FormDialog<Draft>
      title={t(folder ? 'clubFiles.editFolder' : 'clubFiles.newFolder')}
      submitLabel={t('clubFiles.save')}
      defaultValues={{
        name: folder?.name ?? '',
        parent: folder?.parent ?? parent ?? '',
        readers: folder?.readers ?? 'everyone',
        takesFiles: folder?.takesFiles ?? false,
      }}
      validate={({ name }) => ({ name: name.trim() === '' ? t('clubFiles.nameless') : undefined })}
      errorFields={{ club_folder_depth: 'parent', club_folder_ring: 'parent' }}
      save={({ parent: into, ...sent }) =>
        folder
          ? call(updateClubFolder, {
              id: folder.id,
              ...sent,
              parent: into === '' ? null : into,
            })
          : call(createClubFolder, {
              id: club,
              clientId,
              ...sent,
              ...(into !== '' && { parent: into }),
            })
      }
      invalidates={staleFiles}
      onClose={onClose}
    >
      <TextField name="name" label={t('clubFiles.name')} maxLength={clubFileLimits.folderName} />
      <Select name="parent" label={t('clubFiles.folder')} options={folders} />
      <Select
        name="readers"
        label={t('clubFiles.readers')}
        description={t('clubFiles.readersHint')}
        options={readers}
      />
      <Switch
        name="takesFiles"
        label={t('clubFiles.takesFiles')}
        description={t('clubFiles.takesFilesHint')}
      />
    </FormDialog>
  );
}
