import { Ban, KeyRound } from 'lucide-react';
import { keyPrefix } from '#contract/api-keys/scopes.ts';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/chip.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import type { ListedKey } from './api-keys.data.ts';

/** <KeyList items={keys} onEnd={setEnding} areScopesShown />: keys with name and usage. */
interface KeyListProps {
  items: readonly ListedKey[];
  onEnd: (item: ListedKey) => void;
  /** Hide the scopes if all keys have the same one. */
  areScopesShown?: boolean;
}

export function KeyList({ items, onEnd, areScopesShown = false }: KeyListProps) {
  return (
    <RowList>
      {items.map((item) => (
        <KeyRow
          key={item.id}
          item={item}
          onEnd={() => onEnd(item)}
          areScopesShown={areScopesShown}
        />
      ))}
    </RowList>
  );
}

function KeyRow({
  item,
  onEnd,
  areScopesShown,
}: {
  item: ListedKey;
  onEnd: () => void;
  areScopesShown: boolean;
}) {
  const { t, ago, date } = useMessages();
  const by =
    item.by === undefined || item.by === null
      ? t('imports.operator')
      : `${item.by.firstName} ${item.by.lastName}`.trim();
  const facts = [
    item.lastUsedAt === null ? t('keys.unused') : t('keys.used', { when: ago(item.lastUsedAt) }),
    item.by === undefined
      ? t('keys.madeOn', { date: date(item.madeAt) })
      : t('keys.made', { date: date(item.madeAt), name: by }),
    ...(item.expiresAt === null || item.isExpired
      ? []
      : [t('keys.until', { date: date(item.expiresAt) })]),
  ];
  return (
    <Row
      isHeading
      mark={
        <RowIcon>
          <KeyRound size={20} strokeWidth={1.75} aria-hidden />
        </RowIcon>
      }
      title={item.name}
      aside={
        areScopesShown &&
        item.scopes.map((scope) => <Tag key={scope}>{t(`keys.scope_${scope}`)}</Tag>)
      }
      lines={[
        item.isExpired && item.expiresAt !== null && (
          <span key="expired" className="font-medium text-bad">
            {t('keys.expired', { date: date(item.expiresAt) })}
          </span>
        ),
        facts.join(' • '),
        item.hint !== null && (
          <span key="hint" className="block font-mono text-xs text-ink-3 rtl:text-end" dir="ltr">
            {`${keyPrefix}${item.hint}…`}
          </span>
        ),
      ]}
      end={
        <Button
          size="sm"
          icon={Ban}
          label={t('keys.endNamed', { name: item.name })}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={onEnd}
        >
          {t('keys.end')}
        </Button>
      }
    />
  );
}
