import { useMutation } from '@tanstack/react-query';
import { Copy, Link2, Link2Off, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { shareLinkDays, type ShareLinkDays } from '#contract/shared-fields.ts';
import type { ShareLink, Sharing } from '#contract/sharing.ts';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { sharingQuery } from './sharing.data.ts';

/** Puts a link that has changed, or is new, where the list is kept. */
const keep = (link: ShareLink) =>
  queryClient.setQueryData<Sharing>(sharingQuery().queryKey, (before) => {
    if (before === undefined) return before;
    const isNew = before.links.every(({ id }) => id !== link.id);
    return {
      ...before,
      links: isNew
        ? [link, ...before.links]
        : before.links.map((one) => (one.id === link.id ? link : one)),
    };
  });

/** Links to one's profile: made, copied, withdrawn, opened again. */
export function ShareLinks({ links }: { links: readonly ShareLink[] }) {
  const messages = useMessages();
  const { t } = messages;
  const [days, setDays] = useState<ShareLinkDays>(30);
  const make = useMutation({
    mutationFn: () => call('POST /api/v1/sharing/links', { days }),
    onSuccess(link) {
      keep(link);
      showToast({
        message: t('sharing.made'),
        action: { label: t('sharing.copy'), run: () => void copy(link) },
      });
    },
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  const copy = (link: ShareLink) =>
    navigator.clipboard.writeText(link.url).then(
      () => showToast({ message: t('sharing.copied') }),
      () => showAlert({ type: 'Warning', message: t('sharing.notCopied'), autoClose: true }),
    );
  return (
    <section className="mt-5 border-t border-line pt-5" aria-labelledby="share-links">
      <h3 id="share-links" className="font-bold">
        {t('sharing.links')}
      </h3>
      <p className="mb-3 text-sm text-ink-2">{t('sharing.linksBody')}</p>
      {links.length === 0 ? (
        <EmptyState isSmall icon={Link2} title={t('sharing.noLinks')}>
          {t('sharing.noLinksBody')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} onCopy={() => void copy(link)} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <Select
          label={t('sharing.lasts')}
          value={String(days)}
          options={shareLinkDays.map((count) => ({
            value: String(count),
            label: count === null ? t('sharing.forever') : t('sharing.days', { count }),
          }))}
          onChange={(next) => setDays(shareLinkDays.find((one) => String(one) === next) ?? null)}
        />
        <Button icon={Plus} isPending={make.isPending} onClick={() => make.mutate()}>
          {t('sharing.make')}
        </Button>
      </div>
    </section>
  );
}

function LinkRow({ link, onCopy }: { link: ShareLink; onCopy: () => void }) {
  const messages = useMessages();
  const { t, ago, date } = messages;
  const when = ago(link.createdAt);
  const put = useMutation({
    mutationFn: (isWithdrawn: boolean) =>
      call('PATCH /api/v1/sharing/links/{id}', { id: link.id, isWithdrawn }),
    onSuccess(next) {
      keep(next);
      if (!next.isWithdrawn) return showToast({ message: t('sharing.reopened') });
      showToast({
        message: t('sharing.withdrawn'),
        action: { label: t('sharing.undo'), run: () => put.mutate(false) },
      });
    },
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  const state = link.isWithdrawn
    ? t('sharing.isWithdrawn')
    : link.expiresAt === null
      ? t('sharing.endless')
      : t(link.isOpen ? 'sharing.ends' : 'sharing.ended', { date: date(link.expiresAt) });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span
        className={`grid size-10 shrink-0 place-items-center rounded-full bg-fill ${link.isOpen ? 'text-ink-2' : 'text-ink-3'}`}
      >
        {link.isOpen ? (
          <Link2 size={20} strokeWidth={1.75} aria-hidden />
        ) : (
          <Link2Off size={20} strokeWidth={1.75} aria-hidden />
        )}
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <p className={link.isOpen ? 'font-medium' : 'font-medium text-ink-2'}>
          {t('sharing.made_on', { when })}
        </p>
        <p className="text-sm text-ink-2">
          {state}
          {' • '}
          {link.opened === 0 ? t('sharing.unopened') : t('sharing.opened', { count: link.opened })}
        </p>
      </div>
      {link.isOpen && (
        <span className="flex gap-2">
          <Button size="sm" icon={Copy} onClick={onCopy}>
            {t('sharing.copy')}
          </Button>
          <Button
            size="sm"
            label={t('sharing.withdrawNamed', { when })}
            isPending={put.isPending}
            onClick={() => put.mutate(true)}
          >
            {t('sharing.withdraw')}
          </Button>
        </span>
      )}
      {link.isWithdrawn && (
        <Button
          size="sm"
          variant="quiet"
          icon={Undo2}
          label={t('sharing.openNamed', { when })}
          isPending={put.isPending}
          onClick={() => put.mutate(false)}
        >
          {t('sharing.open')}
        </Button>
      )}
    </li>
  );
}
