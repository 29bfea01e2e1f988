import { useQuery } from '@tanstack/react-query';
import { fileReaders, type FileReaders } from '#contract/club-files/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { allFolders } from './club-files.data.ts';

/**
 * Returns the folders of a club as options. The empty value is the top level. `except` leaves out a folder and everything in
 * it, because it can't be moved into itself.
 */
export function useFolderOptions(club: string, except?: string) {
  const { t } = useMessages();
  const { items = [] } = useQuery(allFolders(club)).data ?? {};
  const hidden = new Set(except === undefined ? [] : [except]);
  // Parents come before their subfolders.
  for (const { id, parent } of items) if (parent !== null && hidden.has(parent)) hidden.add(id);
  return [
    { value: '', label: t('clubFiles.top') },
    ...items
      .filter(({ id }) => !hidden.has(id))
      .map(({ id, name, depth }) => ({
        value: id,
        label: `${'\u00a0\u00a0\u00a0'.repeat(depth)}${name}`,
      })),
  ];
}

/** Returns the options for who can see a folder or file. */
export function useReaderOptions(): { value: FileReaders; label: string }[] {
  const { t } = useMessages();
  return fileReaders.map((value) => ({ value, label: t(`clubFiles.readers_${value}`) }));
}
