import type { ClubFile } from '#contract/club-files/endpoints.ts';
import { clubFileLimits, type FileReaders } from '#contract/club-files/limits.ts';
import { updateClubFile } from '#contract/club-files/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { staleFiles } from './club-files.data.ts';
import { useFolderOptions, useReaderOptions } from './place-fields.tsx';

interface Draft {
  name: string;
  folder: string;
  readers: FileReaders;
}
const { TextField, Select } = fieldsOf<Draft>();

/** Renames a file. People who manage the club's files can also move it and change who can see it. */
export function FileDialog({
  club,
  file,
  onClose,
}: {
  club: string;
  file: ClubFile;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const folders = useFolderOptions(club);
  const readers = useReaderOptions();
  return (
    <FormDialog<Draft>
      title={t('clubFiles.editFile')}
      submitLabel={t('clubFiles.save')}
      defaultValues={{ name: file.name, folder: file.folder?.id ?? '', readers: file.readers }}
      validate={({ name }) => ({ name: name.trim() === '' ? t('clubFiles.nameless') : undefined })}
      save={({ name, folder, readers: who }) =>
        call(updateClubFile, {
          id: file.id,
          name,
          ...(file.can.manage && { folder: folder === '' ? null : folder, readers: who }),
        })
      }
      invalidates={staleFiles}
      onClose={onClose}
    >
      <TextField name="name" label={t('clubFiles.name')} maxLength={clubFileLimits.fileName} />
      {file.can.manage && (
        <>
          <Select name="folder" label={t('clubFiles.folder')} options={folders} />
          <Select
            name="readers"
            label={t('clubFiles.readers')}
            description={t('clubFiles.readersHint')}
            options={readers}
          />
        </>
      )}
    </FormDialog>
  );
}
