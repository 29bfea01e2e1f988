import { OwnKeysCard } from '../api-keys/own-keys-card.tsx';
import { LtiAccountsCard } from '../lti/lti-accounts-card.tsx';
import { DataCard } from './data-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function AccountSection() {
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
