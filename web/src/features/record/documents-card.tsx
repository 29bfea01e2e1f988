import { Download, FileBadge, Link2, MoreHorizontal, Trash2 } from 'lucide-react';
import type { RecordDocument } from '#contract/record/endpoints.ts';
import { showCode } from '#contract/record/limits.ts';
import { revokeDocument } from '#contract/record/calls.ts';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Pill } from '../../ui/pill.tsx';
import { showToast } from '../../ui/toasts.ts';
import { staleRecord, useSaveDocument } from './record.data.ts';

/** The user's issued documents, with verification links, number of views, and a button to revoke them. */
export function DocumentsCard({ documents }: { documents: readonly RecordDocument[] }) {
  const { t } = useMessages();
  return (
    <Card title={t('record.documents')} description={t('record.documentsBody')}>
      {documents.length === 0 ? (
        <EmptyState isSmall icon={FileBadge} title={t('record.noDocuments')} />
      ) : (
        <RowList label={t('record.documents')}>
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </RowList>
      )}
    </Card>
  );
}

function DocumentRow({ document }: { document: RecordDocument }) {
  const { t, date } = useMessages();
  const {
    kind,
    title,
    code,
    url,
    issuedAt,
    expiresAt,
    isExpired,
    revokedAt,
    isBadgeLost,
    reason,
    opened,
    openedAt,
  } = document;
  const save = useSaveDocument();
  const revoke = useAction(() => call(revokeDocument, { id: document.id }), {
    confirm: () => ({
      title: t('record.revokeTitle'),
      body: t('record.revokeBody'),
      confirmLabel: t('record.revoke'),
      isDanger: true,
    }),
    invalidates: staleRecord,
    success: t('record.revoked'),
  });
  const name = kind === 'badge' ? title : t(`record.form_${kind}`);
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast({ message: t('record.copied') }),
      () =>
        showAlert({ type: 'Warning', message: t('record.notCopied', { url }), autoClose: false }),
    );
  return (
    <Row
      isQuiet={revokedAt !== null || isExpired}
      mark={
        <RowIcon>
          <FileBadge size={20} aria-hidden />
        </RowIcon>
      }
      title={name}
      aside={
        revokedAt !== null ? (
          <Pill tone="bad">{t('record.isRevoked')}</Pill>
        ) : isExpired ? (
          <Pill>{t('record.isExpired')}</Pill>
        ) : null
      }
      lines={[
        <bdi key="code" className="font-mono">
          {showCode(code)}
        </bdi>,
        expiresAt === null
          ? t('record.issuedOn', { date: date(issuedAt) })
          : t('record.issuedUntil', { date: date(issuedAt), until: date(expiresAt) }),
        isBadgeLost ? t('record.badgeLostOwn') : null,
        reason === '' ? null : <span key="why">{t('record.revokedBecause', { reason })}</span>,
        openedAt === null ? null : t('record.opened', { count: opened, date: date(openedAt) }),
      ]}
      end={
        <MenuButton
          label={t('record.moreOf', { title: `${name} ${showCode(code)}` })}
          icon={MoreHorizontal}
          variant="quiet"
          items={[
            { id: 'save' as const, label: t('record.download'), icon: Download },
            ...(revokedAt === null
              ? [
                  { id: 'copy' as const, label: t('record.copyLink'), icon: Link2 },
                  {
                    id: 'revoke' as const,
                    label: t('record.revoke'),
                    icon: Trash2,
                    isDanger: true,
                  },
                ]
              : []),
          ]}
          onAction={(action) => {
            if (action === 'save') save.run(document);
            else if (action === 'copy') void copy();
            else revoke.run();
          }}
        />
      }
    />
  );
}
