import { useQuery } from '@tanstack/react-query';
import { fileReaders, type FileReaders } from '#contract/club-files/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { allFolders } from './club-files.data.ts';

/** The folders of a club as a choice; the empty value is the top. `except`: a folder that cannot be in itself. */
export function useFolderOptions(club: string, except?: string) {
  const { t } = useMessages();
  const { items = [] } = useQuery(allFolders(club)).data ?? {};
  const hidden = new Set(except === undefined ? [] : [except]);
  // Each folder comes behind the one it is in.
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

/** Who can see a folder or file, as a choice. */
export function useReaderOptions(): { value: FileReaders; label: string }[] {
  const { t } = useMessages();
  return fileReaders.map((value) => ({ value, label: t(`clubFiles.readers_${value}`) }));
}
