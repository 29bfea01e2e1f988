import { useQuery } from '@tanstack/react-query';
import { Plus, ShieldAlert, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { SecretDialog } from '../../kit/secret-dialog.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhooksQuery } from './webhooks.data.ts';
import adminEnglish from '../admin/messages/en.json';
import english from './messages/en.json';
import apiKeysEnglish from '../api-keys/messages/en.json';

addEnglish({ ...adminEnglish, ...english, ...apiKeysEnglish });

/** The school's webhooks, for admins. The server checks permissions with every call. */
export function WebhooksSection() {
  const { t } = useMessages();
  if (!useHasPermission('webhooks.manage'))
    return (
      <EmptyState icon={ShieldAlert} title={t('admin.notYours')}>
        {t('admin.notYoursBody')}
      </EmptyState>
    );
  return <Webhooks />;
}

function Webhooks() {
  const { t } = useMessages();
  const hooks = useQuery(webhooksQuery());
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <Card description={t('hooks.body')}>
        <QueryBoundary isSmall query={hooks} skeleton={['h-14']}>
          {({ items }) => (
            <div className="grid justify-items-start gap-4">
              {items.length === 0 && (
                <EmptyState isSmall isFirst icon={WebhookIcon} title={t('hooks.none')}>
                  {t('hooks.noneBody')}
                </EmptyState>
              )}
              <Button
                variant="primary"
                icon={Plus}
                onPointerEnter={preloadDialog}
                onFocus={preloadDialog}
                onClick={() => setAdding(true)}
              >
                {t('hooks.add')}
              </Button>
            </div>
          )}
        </QueryBoundary>
      </Card>
      {hooks.data?.items.map((hook) => (
        <WebhookCard key={hook.id} hook={hook} onSecret={setSecret} />
      ))}
      {isAdding && <WebhookForm onClose={() => setAdding(false)} onSecret={setSecret} />}
      {secret !== null && (
        <SecretDialog
          title={t('hooks.secretTitle')}
          body={t('hooks.secretBody')}
          label={t('hooks.secret')}
          done={t('keys.kept')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}
