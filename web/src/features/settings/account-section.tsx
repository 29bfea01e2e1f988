import { useMessages } from '../../lib/messages.ts';
import { OwnKeysCard } from '../api-keys/own-keys-card.tsx';
import { LtiAccountsCard } from '../lti/lti-accounts-card.tsx';
import { DataCard } from './data-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { useSectionTitle } from './section-title.ts';
import { SessionsCard } from './sessions-card.tsx';

export function AccountSection() {
  const { t } = useMessages();
  useSectionTitle(t('accountSettings.title'));
  return (
    <>
      <PasswordCard />
      <SessionsCard />
      <LtiAccountsCard />
      <OwnKeysCard />
      <DataCard />
    </>
  );
}
