import { useMutation, useQuery } from '@tanstack/react-query';
import { Ban, KeyRound, Plus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { SchoolKey } from '#contract/api-keys.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { showToast } from '../../shell/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';

const keysQuery = () => callQuery('GET /api/v1/api-keys', { scope: 'provisioning' });
const refresh = () => queryClient.invalidateQueries({ queryKey: keysQuery().queryKey });
const formId = 'make-key';

/** How a school's identity provider manages people: its address, and its keys. */
export function ProvisioningSection() {
  const { t } = useMessages();
  usePageTitle(t('provisioning.title'));
  const keys = useQuery(keysQuery());
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<SchoolKey | null>(null);
  if (keys.data === undefined) {
    return keys.error ? (
      <ErrorState error={keys.error} onRetry={() => void keys.refetch()} isRetrying={keys.isFetching} />
    ) : (
      <Loading className="grid gap-4">
        <Skeleton className="h-40" />
        <Skeleton className="h-60" />
      </Loading>
    );
  }
  const { items, scimAddress } = keys.data;
  return (
    <div className="grid gap-4">
      <Card title={t('provisioning.provider')} description={t('provisioning.body')}>
        <CopyField label={t('provisioning.address')} value={scimAddress} />
      </Card>
      <Card title={t('provisioning.keys')} description={t('provisioning.keysBody')}>
        {items.length === 0 ? (
          <EmptyState isSmall icon={KeyRound} title={t('provisioning.none')}>
            {t('provisioning.noneBody')}
          </EmptyState>
        ) : (
          <ul className="grid divide-y divide-line">
            {items.map((item) => (
              <KeyRow key={item.id} item={item} onEnd={() => setEnding(item)} />
            ))}
          </ul>
        )}
        <Button
          variant="primary"
          icon={Plus}
          className="mt-4"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setMaking(true)}
        >
          {t('provisioning.make')}
        </Button>
      </Card>
      <MakeDialog isOpen={isMaking} onClose={() => setMaking(false)} />
      <EndDialog item={ending} onClose={() => setEnding(null)} />
    </div>
  );
}

function KeyRow({ item, onEnd }: { item: SchoolKey; onEnd: () => void }) {
  const { t, ago, date } = useMessages();
  const by = item.by === null ? t('imports.operator') : `${item.by.firstName} ${item.by.lastName}`.trim();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-fill text-ink-2">
        <KeyRound size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="font-medium wrap-anywhere" dir="auto">
          {item.name}
        </h3>
        <p className="text-sm text-ink-2">
          {item.lastUsedAt === null ? t('provisioning.unused') : t('provisioning.used', { when: ago(item.lastUsedAt) })}
          {' • '}
          {t('provisioning.made', { date: date(item.madeAt), name: by })}
        </p>
      </div>
      <Button
        size="sm"
        icon={Ban}
        label={t('provisioning.endNamed', { name: item.name })}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={onEnd}
      >
        {t('provisioning.end')}
      </Button>
    </li>
  );
}

/** Asks for a name, then shows the key: here and never again. */
function MakeDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: (given: string) => call('POST /api/v1/api-keys', { name: given, scopes: ['provisioning'] }),
    onSuccess: refresh,
  });
  const close = () => {
    onClose();
    setName('');
    make.reset();
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '' && !make.isPending) make.mutate(name.trim());
  }
  const token = make.data?.token;
  if (token !== undefined)
    return (
      <Dialog
        role="alertdialog"
        size="md"
        title={t('provisioning.shown')}
        isOpen={isOpen}
        onClose={close}
        footer={
          <Button variant="primary" onClick={close}>
            {t('provisioning.kept')}
          </Button>
        }
      >
        <div className="grid gap-4">
          <p>{t('provisioning.shownBody')}</p>
          <CopyField label={t('provisioning.token')} value={token} />
        </div>
      </Dialog>
    );
  return (
    <Dialog
      size="sm"
      title={t('provisioning.make')}
      isOpen={isOpen}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('imports.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={name.trim() === ''} isPending={make.isPending}>
            {t('provisioning.make')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          label={t('provisioning.name')}
          description={t('provisioning.nameBody')}
          maxLength={80}
          autoComplete="off"
          value={name}
          onChange={setName}
          error={make.isError ? errorText(make.error, messages) : undefined}
        />
      </form>
    </Dialog>
  );
}

function EndDialog({ item, onClose }: { item: SchoolKey | null; onClose: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE /api/v1/api-keys/{id}', { id }),
    onSuccess() {
      showToast({ message: t('provisioning.ended') });
      onClose();
    },
    onSettled: refresh,
  });
  const close = () => {
    onClose();
    end.reset();
  };
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t('provisioning.end')}
      isOpen={item !== null}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('imports.keep')}</Button>
          <Button variant="danger" isPending={end.isPending} onClick={() => item && end.mutate(item.id)}>
            {t('provisioning.end')}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{t('provisioning.endSure', { name: item?.name ?? '' })}</p>
      {end.isError && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {errorText(end.error, messages)}
        </p>
      )}
    </Dialog>
  );
}
