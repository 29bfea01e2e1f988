import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Eye, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { financeLimits as limits, proxyItems, type ProxyItem } from '#contract/finances/limits.ts';
import type { FinanceProxy } from '#contract/finances/proxies.endpoints.ts';
import { createProxy, listProxies, revokeProxy } from '#contract/finances/calls.ts';
import { dateFieldsOf } from '../../kit/date-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { locales, type Locale, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useConfirmation } from '../confirmation/confirmation.tsx';
import { proxiesQuery, readPages } from './finances.data.ts';

/** Lists the people who can see the user's finances: the finance office, and people with shared access. */
export function ProxiesCard() {
  const { t } = useMessages();
  const query = useQuery(proxiesQuery());
  const [isSharing, setSharing] = useState(false);
  return (
    <Card title={t('finances.whoSees')} description={t('finances.whoSeesOnly')}>
      <div className="grid gap-4">
        <QueryBoundary query={query} isEmpty={() => false} isSmall skeleton={['h-16']}>
          {({ items }) =>
            items.length === 0 ? null : (
              <ul className="grid divide-y divide-line">
                {items.map((proxy) => (
                  <ProxyRow key={proxy.id} proxy={proxy} />
                ))}
              </ul>
            )
          }
        </QueryBoundary>
        <Button
          icon={UserPlus}
          className="justify-self-start"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setSharing(true)}
        >
          {t('finances.share')}
        </Button>
      </div>
      {isSharing && <ShareDialog onClose={() => setSharing(false)} />}
    </Card>
  );
}

const tones = { invited: 'warn', active: 'good', ended: 'quiet', revoked: 'quiet' } as const;

function ProxyRow({ proxy }: { proxy: FinanceProxy }) {
  const { t, list, date, day } = useMessages();
  const [isReading, setReading] = useState(false);
  const { name, state } = proxy;
  const revoke = useAction(() => call(revokeProxy, { id: proxy.id }), {
    confirm: () => ({
      title: t('finances.revokeTitle', { name }),
      body: t('finances.revokeBody'),
      confirmLabel: t('finances.revoke'),
      isDanger: true,
    }),
    invalidates: [listProxies],
    success: t('finances.revoked'),
  });
  const isOpen = state === 'invited' || state === 'active';
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-2">
        <bdi className="font-bold wrap-anywhere">{name}</bdi>
        <Pill tone={tones[state]}>{t(`finances.state_${state}`)}</Pill>
      </p>
      <p className="text-sm text-ink-2 wrap-anywhere">
        <bdi>{proxy.email}</bdi>
      </p>
      <p className="text-sm text-ink-2">
        {list(proxy.items.map((item) => t(`finances.item_${item}`)))}
      </p>
      <p className="text-sm text-ink-2">
        {isOpen && <>{t('finances.sharedUntil', { date: day(proxy.lastDay, 'medium') })} • </>}
        {proxy.lastReadAt === null
          ? t('finances.neverRead')
          : t('finances.lastRead', { when: date(proxy.lastReadAt, 'day and time') })}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {proxy.lastReadAt !== null && (
          <Button
            size="sm"
            variant="quiet"
            icon={Eye}
            label={t('finances.readsOf', { name })}
            onClick={() => setReading(true)}
          >
            {t('finances.readsShort')}
          </Button>
        )}
        {isOpen && (
          <Button
            size="sm"
            variant="quiet"
            icon={X}
            label={t('finances.revokeOf', { name })}
            onClick={() => revoke.run()}
          >
            {t('finances.revoke')}
          </Button>
        )}
      </div>
      {isReading && <ReadsDialog proxy={proxy} onClose={() => setReading(false)} />}
    </li>
  );
}

function ReadsDialog({ proxy, onClose }: { proxy: FinanceProxy; onClose: () => void }) {
  const { t, date } = useMessages();
  const query = useInfiniteQuery(readPages(proxy.id));
  return (
    <Dialog size="sm" title={t('finances.reads', { name: proxy.name })} isOpen onClose={onClose}>
      <QueryBoundary query={query} isEmpty={() => false} isSmall>
        {({ pages }) => (
          <div className="grid gap-3">
            <ul className="grid divide-y divide-line">
              {pages
                .flatMap(({ items }) => items)
                .map(({ id, what, at }) => (
                  <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
                    <span>{t(`finances.read_${what}`)}</span>
                    <time dateTime={at} className="text-ink-2">
                      {date(at, 'day and time')}
                    </time>
                  </li>
                ))}
            </ul>
            <LoadMore query={query} />
          </div>
        )}
      </QueryBoundary>
    </Dialog>
  );
}

interface Grant {
  name: string;
  email: string;
  items: readonly ProxyItem[];
  until: string | null;
  locale: Locale;
}
const { TextField, CheckboxGroup, Select } = fieldsOf<Grant>();
const { DatePicker } = dateFieldsOf<Grant>();

/** The default end of access: a year from now, which fits most families. */
const nextYear = (): string => new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);

function ShareDialog({ onClose }: { onClose: () => void }) {
  const { t, locale: own } = useMessages();
  const [clientId] = useState(newClientId);
  const [initial] = useState<Grant>(() => ({
    name: '',
    email: '',
    items: ['balance'],
    until: nextYear(),
    locale: own,
  }));
  const { confirmed, dialog } = useConfirmation();
  return (
    <>
      <FormDialog<Grant, FinanceProxy>
        title={t('finances.shareTitle')}
        submitLabel={t('finances.shareSend')}
        defaultValues={initial}
        isComplete={({ name }) => name.trim() !== ''}
        validate={({ email, items, until }) => ({
          email: /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : t('finances.shareNoEmail'),
          items: items.length === 0 ? t('finances.shareMissing') : undefined,
          until: until === null ? t('finances.shareNoDay') : undefined,
        })}
        save={({ name, email, items, until, locale }) =>
          confirmed(() =>
            call(createProxy, {
              clientId,
              name,
              email: email.trim(),
              items: [...items],
              until: until ?? '',
              locale,
            }),
          )
        }
        invalidates={[listProxies]}
        success={({ name }) => t('finances.shared', { name })}
        onClose={onClose}
      >
        <p className="text-ink-2 text-pretty">{t('finances.shareBody')}</p>
        <TextField
          name="name"
          label={t('finances.shareName')}
          maxLength={limits.proxyName}
          autoComplete="off"
          required
        />
        <TextField
          name="email"
          label={t('finances.shareEmail')}
          inputMode="email"
          dir="ltr"
          maxLength={254}
          autoComplete="off"
        />
        <CheckboxGroup
          name="items"
          label={t('finances.shareItems')}
          options={proxyItems.map((item) => ({
            value: item,
            label: t(`finances.item_${item}`),
            description: t(`finances.item_${item}Body`),
          }))}
        />
        <DatePicker
          name="until"
          label={t('finances.shareUntil')}
          description={t('finances.shareUntilBody')}
        />
        <Select
          name="locale"
          label={t('finances.shareLocale')}
          options={(Object.keys(locales) as Locale[]).map((value) => ({
            value,
            label: locales[value],
          }))}
        />
      </FormDialog>
      {dialog}
    </>
  );
}
