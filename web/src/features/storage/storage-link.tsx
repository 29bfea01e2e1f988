import { Link } from '@tanstack/react-router';
import words from 'messages:en/storageLink.*';
import { CallError } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
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

/** Says why an upload failed, with a link to Storage if it is full. */
export function UploadError({ error }: { error: unknown }) {
  return (
    <>
      {errorText(error, useMessages())}
      <StorageLink error={error} />
    </>
  );
}
