import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { useAction } from '../../../kit/use-action.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { useConfirmation } from '../../confirmation/confirmation.tsx';
import { createFeed, staleFeeds } from '../calendar.data.ts';
import english from '../messages/en.json';

addEnglish(english);

/** Creates a secret address to subscribe to all events of a club that the user can see. */
export function ClubFeed({ club, name }: { club: string; name: string }) {
  const { t } = useMessages();
  const [url, setUrl] = useState<string | null>(null);
  const { confirmed, dialog } = useConfirmation();
  const create = () =>
    createFeed(newClientId(), [...name].slice(0, 80).join(''), { club }, { alarm: null });
  const make = useAction(() => confirmed(create), {
    invalidates: staleFeeds,
    onSuccess: (made) => setUrl(made.url),
  });
  return (
    <div className="grid justify-items-start gap-1">
      <Button icon={CalendarSync} isPending={make.isPending} onClick={() => make.run()}>
        {t('calendar.subscribeToClub')}
      </Button>
      <p className="text-sm text-ink-2">
        {t('calendar.subscribeToClubAbout', { action: t('calendar.addToPhone') })}
      </p>
      {dialog}
      {url !== null && <AddressDialog url={url} onClose={() => setUrl(null)} />}
    </div>
  );
}
