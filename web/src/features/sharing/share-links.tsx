import { Copy, Link2, Link2Off, Plus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { shareLinkDays, type ShareLinkDays } from '#contract/sharing/shared-fields.ts';
import type { ShareLink, Sharing } from '#contract/sharing/endpoints.ts';
import { createShareLink, updateShareLink } from '#contract/sharing/calls.ts';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, queryClient } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { sharingQuery } from './sharing.data.ts';

/** Updates a new or changed link in the cached list. */
const save = (link: ShareLink) =>
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

/** Links to the user's profile: create, copy, revoke and restore. */
export function ShareLinks({ links }: { links: readonly ShareLink[] }) {
  const { t } = useMessages();
  const [days, setDays] = useState<ShareLinkDays>(30);
  const copy = (link: ShareLink) =>
    navigator.clipboard.writeText(link.url).then(
      () => showToast({ message: t('sharing.copied') }),
      () => showAlert({ type: 'Warning', message: t('sharing.notCopied'), autoClose: true }),
    );
  const make = useAction(() => call(createShareLink, { clientId: newClientId(), days }), {
    success: (link) => ({
      message: t('sharing.made'),
      action: { label: t('sharing.copy'), run: () => void copy(link) },
    }),
    onSuccess: save,
  });
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
        <RowList>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} onCopy={() => void copy(link)} />
          ))}
        </RowList>
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
        <Button size="lg" icon={Plus} isPending={make.isPending} onClick={() => make.run()}>
          {t('sharing.make')}
        </Button>
      </div>
    </section>
  );
}

function LinkRow({ link, onCopy }: { link: ShareLink; onCopy: () => void }) {
  const { t, ago, date } = useMessages();
  const when = ago(link.createdAt);
  const put = useAction(
    (isWithdrawn: boolean) => call(updateShareLink, { id: link.id, isWithdrawn }),
    {
      success: ({ isWithdrawn }) => t(isWithdrawn ? 'sharing.withdrawn' : 'sharing.reopened'),
      undo: (isWithdrawn) => (isWithdrawn ? false : undefined),
      onSuccess: save,
    },
  );
  const state = link.isWithdrawn
    ? t('sharing.isWithdrawn')
    : link.expiresAt === null
      ? t('sharing.endless')
      : t(link.isOpen ? 'sharing.ends' : 'sharing.ended', { date: date(link.expiresAt) });
  const opened =
    link.opened === 0 ? t('sharing.unopened') : t('sharing.opened', { count: link.opened });
  const Icon = link.isOpen ? Link2 : Link2Off;
  return (
    <Row
      mark={
        <RowIcon>
          <Icon size={20} strokeWidth={1.75} aria-hidden />
        </RowIcon>
      }
      title={t('sharing.made_on', { when })}
      lines={[`${state} • ${opened}`]}
      isQuiet={!link.isOpen}
      end={
        link.isOpen ? (
          <>
            <Button size="sm" icon={Copy} onClick={onCopy}>
              {t('sharing.copy')}
            </Button>
            <Button
              size="sm"
              label={t('sharing.withdrawNamed', { when })}
              isPending={put.isPending}
              onClick={() => put.run(true)}
            >
              {t('sharing.withdraw')}
            </Button>
          </>
        ) : (
          link.isWithdrawn && (
            <Button
              size="sm"
              variant="quiet"
              icon={Undo2}
              label={t('sharing.openNamed', { when })}
              isPending={put.isPending}
              onClick={() => put.run(false)}
            >
              {t('sharing.open')}
            </Button>
          )
        )
      }
    />
  );
}
