import { KeyRound, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SchoolScope } from '#contract/scopes.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { ListedKey } from './api-keys.data.ts';
import { EndKeyDialog } from './end-key-dialog.tsx';
import { KeyList } from './key-list.tsx';
import { MakeKeyDialog } from './make-key-dialog.tsx';

/** What a list of keys is asked with, as useQuery answers it. */
interface KeysQuery {
  readonly items: readonly ListedKey[] | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** <KeysCard owner="own" title="…" description="…" none="…" query={…} />: keys, how to make one, and how to end one. */
interface KeysCardProps {
  owner: 'school' | 'own';
  only?: SchoolScope;
  title: string;
  description: string;
  /** What to do while there is none. */
  none: string;
  query: KeysQuery;
  /** Why none can be made now. */
  closed?: string | undefined;
  /** The page's one primary button is this card's. */
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
  const [ending, setEnding] = useState<ListedKey | null>(null);
  const { items } = query;
  return (
    <Card title={title} description={description}>
      {items === undefined &&
        (query.error ? (
          <ErrorState
            isSmall
            error={query.error}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Loading className="grid gap-3">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </Loading>
        ))}
      {closed !== undefined && (
        <p className="mb-4 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">{closed}</p>
      )}
      {items?.length === 0 && closed === undefined && (
        <EmptyState isSmall icon={KeyRound} title={t('keys.none')}>
          {none}
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <KeyList items={items} onEnd={setEnding} areScopesShown={only === undefined} />
      )}
      {items !== undefined && closed === undefined && (
        <Button
          variant={isPrimary ? 'primary' : 'outline'}
          icon={Plus}
          className="mt-4"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setMaking(true)}
        >
          {t('keys.make')}
        </Button>
      )}
      {children}
      <MakeKeyDialog
        owner={owner}
        {...(only && { only })}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
      />
      <EndKeyDialog owner={owner} item={ending} onClose={() => setEnding(null)} />
    </Card>
  );
}
