import { useQuery } from '@tanstack/react-query';
import { listAccounts } from '#contract/lti/calls.ts';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { callQuery } from '../../lib/call.ts';
import { OwnKeysCard } from '../api-keys/own-keys-card.tsx';
import { ownKeysQuery } from '../api-keys/api-keys.data.ts';
import { LtiAccountsCard } from '../lti/lti-accounts-card.tsx';
import { DataCard } from './data-card.tsx';

export function AccountSection() {
  // The cards are shown together, because each card would move those below it.
  const queries = [useQuery(callQuery(listAccounts, {})), useQuery(ownKeysQuery())];
  return (
    <WhenSettled queries={queries} skeleton={['h-40', 'h-40', 'h-40']}>
      <LtiAccountsCard />
      <OwnKeysCard />
      <DataCard />
    </WhenSettled>
  );
}
