import { Link } from '@tanstack/react-router';
import words from 'messages:en/storageLink.*';
import { CallError } from '../../lib/call-error.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';

addEnglish(words);

/** Link to Storage for upload errors that say it is full; nothing for other errors. */
export function StorageLink({ error }: { error: unknown }) {
  const { t } = useMessages();
  if (!(error instanceof CallError) || error.code !== 'storage_full') return null;
  return (
    <>
      {' '}
      <Link to={paths.settingsStorage} className="underline">
        {t('storageLink.open')}
      </Link>
    </>
  );
}
