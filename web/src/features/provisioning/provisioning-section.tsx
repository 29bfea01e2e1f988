import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { schoolKeysQuery } from '../api-keys/api-keys.data.ts';
import { KeysCard } from '../api-keys/keys-card.tsx';
import english from './messages/en.json';

addEnglish(english);

/** The URL and keys with which the school's identity provider manages people. */
export function ProvisioningSection() {
  const { t } = useMessages();
  const keys = useQuery(schoolKeysQuery('provisioning'));
  return (
    <div className="grid gap-4">
      <Card title={t('provisioning.provider')} description={t('provisioning.body')}>
        <QueryBoundary isSmall query={keys} skeleton={['h-18']}>
          {({ scimAddress }) => <CopyField label={t('provisioning.address')} value={scimAddress} />}
        </QueryBoundary>
      </Card>
      <KeysCard
        owner="school"
        only="provisioning"
        isPrimary
        title={t('keys.title')}
        description={t('provisioning.keysBody')}
        none={t('provisioning.noneBody')}
        query={keys}
      />
    </div>
  );
}
