import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../lib/messages.ts';
import { ownKeysQuery } from './api-keys.data.ts';
import { KeysCard } from './keys-card.tsx';

/** The user's personal keys, in the settings and in the developer section. */
export function OwnKeysCard({ isPrimary = false }: { isPrimary?: boolean }) {
  const { t } = useMessages();
  const keys = useQuery(ownKeysQuery());
  const closed = keys.data?.isAllowed === false ? t('keys.ownOff') : undefined;
  return (
    <KeysCard
      owner="own"
      title={t('keys.own')}
      description={t('keys.ownBody')}
      none={t('keys.ownNone')}
      query={keys}
      closed={closed}
      isPrimary={isPrimary}
    />
  );
}
