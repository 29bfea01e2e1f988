import { Ban, KeyRound } from 'lucide-react';
import { keyPrefix } from '#contract/scopes.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/chip.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import type { ListedKey } from './api-keys.data.ts';

/** <KeyList items={keys} onEnd={setEnding} areScopesShown />: keys by name, with what is known of their use. */
interface KeyListProps {
  items: readonly ListedKey[];
  onEnd: (item: ListedKey) => void;
  /** Where all are of one scope, it needs no saying. */
  areScopesShown?: boolean;
}

export function KeyList({ items, onEnd, areScopesShown = false }: KeyListProps) {
  return (
    <ul className="grid divide-y divide-line">
      {items.map((item) => (
        <KeyRow
          key={item.id}
          item={item}
          onEnd={() => onEnd(item)}
          areScopesShown={areScopesShown}
        />
      ))}
    </ul>
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
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-fill text-ink-2">
        <KeyRound size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-medium wrap-anywhere" dir="auto">
            {item.name}
          </h3>
          {areScopesShown &&
            item.scopes.map((scope) => <Tag key={scope}>{t(`keys.scope_${scope}`)}</Tag>)}
        </div>
        {item.isExpired && item.expiresAt !== null && (
          <p className="text-sm font-medium text-bad">
            {t('keys.expired', { date: date(item.expiresAt) })}
          </p>
        )}
        <p className="text-sm text-ink-2">{facts.join(' • ')}</p>
        {item.hint !== null && (
          <p className="font-mono text-xs text-ink-3" dir="ltr">
            <span className="block rtl:text-end">{`${keyPrefix}${item.hint}…`}</span>
          </p>
        )}
      </div>
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
    </li>
  );
}
