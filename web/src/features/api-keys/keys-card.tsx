import { KeyRound, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SchoolScope } from '#contract/api-keys/scopes.ts';
import { revokeOwnKey, revokeSchoolKey } from '#contract/api-keys/calls.ts';
import { QueryBoundary, type QueryResult } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note } from '../../ui/note.tsx';
import { keyLists, type ListedKey } from './api-keys.data.ts';
import { KeyList } from './key-list.tsx';
import { MakeKeyDialog } from './make-key-dialog.tsx';
import english from './messages/en.json';
import importsEnglish from '../imports/messages/en.json';

addEnglish({ ...english, ...importsEnglish });

/**
 * <KeysCard owner="own" title="…" description="…" none="…" query={…} />: a list of keys with buttons to create and revoke
 * them.
 */
interface KeysCardProps {
  owner: 'school' | 'own';
  only?: SchoolScope;
  title: string;
  description: string;
  /** The hint for an empty list. */
  none: string;
  query: QueryResult<{ items: readonly ListedKey[] }>;
  /** The reason why no key can be created. */
  closed?: string | undefined;
  /** True if this card has the page's primary button. */
  isPrimary?: boolean;
  children?: ReactNode;
}

export function KeysCard({
  owner,
  only,
  title,
  description,
  none,
  query,
  closed,
  isPrimary = false,
  children,
}: KeysCardProps) {
  const { t } = useMessages();
  const [isMaking, setMaking] = useState(false);
  const end = useAction(
    ({ id }: ListedKey) =>
      owner === 'own' ? call(revokeOwnKey, { id }) : call(revokeSchoolKey, { id }),
    {
      confirm: ({ name }) => ({
        title: t('keys.end'),
        body: t('keys.endSure', { name }),
        confirmLabel: t('keys.end'),
        cancelLabel: t('kit.cancel'),
        isDanger: true,
      }),
      success: t('keys.ended'),
      invalidates: keyLists,
    },
  );
  return (
    <Card title={title} description={description}>
      {closed !== undefined && (
        <div className="mb-4">
          <Note tone="warn">{closed}</Note>
        </div>
      )}
      <QueryBoundary isSmall query={query} skeleton={['h-14', 'h-14']}>
        {({ items }) => (
          <div className="grid justify-items-start gap-4 *:first:w-full">
            {items.length > 0 ? (
              <KeyList items={items} onEnd={end.run} areScopesShown={only === undefined} />
            ) : (
              closed === undefined && (
                <EmptyState isSmall icon={KeyRound} title={t('keys.none')}>
                  {none}
                </EmptyState>
              )
            )}
            {closed === undefined && (
              <Button
                variant={isPrimary ? 'primary' : 'outline'}
                icon={Plus}
                onPointerEnter={preloadDialog}
                onFocus={preloadDialog}
                onClick={() => setMaking(true)}
              >
                {t('keys.make')}
              </Button>
            )}
          </div>
        )}
      </QueryBoundary>
      {children}
      {isMaking && (
        <MakeKeyDialog owner={owner} {...(only && { only })} onClose={() => setMaking(false)} />
      )}
    </Card>
  );
}
