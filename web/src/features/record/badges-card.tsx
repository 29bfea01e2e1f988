import { useState } from 'react';
import { Medal } from 'lucide-react';
import { newClientId } from '#contract/client-id.ts';
import type { OwnBadge, RecordDocument } from '#contract/record/endpoints.ts';
import { createDocument } from '#contract/record/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { BadgeMedal } from './badge-medal.tsx';
import { staleRecord, useSaveDocument } from './record.data.ts';

/** Number of badges before "Show all". */
const shownFirst = 5;

/** The user's badges, and the progress toward others. `documents` are the ones issued to the user. */
export function BadgesCard({
  badges,
  documents,
}: {
  badges: readonly OwnBadge[];
  documents: readonly RecordDocument[];
}) {
  const { t } = useMessages();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? badges : badges.slice(0, shownFirst);
  return (
    <Card title={t('record.badges')}>
      {badges.length === 0 ? (
        <EmptyState isSmall icon={Medal} title={t('record.noBadges')} />
      ) : (
        <ul className="grid gap-4">
          {shown.map((badge) => (
            <BadgeRow
              key={badge.id}
              badge={badge}
              issued={documents.find(
                ({ award, revokedAt, isExpired }) =>
                  award !== null && award === badge.award?.id && revokedAt === null && !isExpired,
              )}
            />
          ))}
        </ul>
      )}
      {badges.length > shown.length && (
        <Button variant="quiet" className="mt-3" onClick={() => setWhole(true)}>
          {t('record.allBadges', { count: badges.length })}
        </Button>
      )}
    </Card>
  );
}

/** `issued` is the badge's valid credential, which is downloaded again instead of issuing a new one. */
function BadgeRow({ badge, issued }: { badge: OwnBadge; issued: RecordDocument | undefined }) {
  const { t, date } = useMessages();
  const { name, description, award, progress, goal, basis, steps, revoked } = badge;
  const save = useSaveDocument();
  const issue = useAction(
    (id: string) => call(createDocument, { clientId: newClientId(), kind: 'badge', award: id }),
    {
      invalidates: staleRecord,
      success: t('record.badgeIssued'),
      onSuccess: (document) => save.run(document),
    },
  );
  const soFar =
    basis === 'hours'
      ? t('record.progress_hours', { progress, goal })
      : basis === 'entries'
        ? t('record.progress_entries', { progress, goal })
        : t('record.progress_badges', { progress, goal });
  return (
    <li className="flex gap-3">
      <BadgeMedal icon={badge.icon} color={badge.color} isAhead={award === null} />
      <div className="grid min-w-0 flex-1 content-center gap-1">
        <p dir="auto" className="page-start font-bold wrap-anywhere">
          {name}
        </p>
        {description !== '' && (
          <p dir="auto" className="page-start text-sm text-ink-2 wrap-anywhere">
            {description}
          </p>
        )}
        {award === null ? (
          <>
            {revoked !== null && (
              <p dir="auto" className="page-start text-sm wrap-anywhere">
                {revoked.reason === ''
                  ? t('record.badgeRevokedOn', { date: date(revoked.at) })
                  : t('record.badgeRevokedBecause', {
                      date: date(revoked.at),
                      reason: revoked.reason,
                    })}
              </p>
            )}
            <ProgressBar label={t('record.progressOf', { name })} share={progress / goal} />
            <p className="text-sm text-ink-2">{soFar}</p>
            {steps.length > 0 && (
              <p dir="auto" className="page-start text-sm text-ink-2">
                {t('record.steps', { names: steps.map((step) => step.name).join(', ') })}
              </p>
            )}
          </>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <p className="text-sm text-ink-2">{t('record.awardedOn', { date: date(award.at) })}</p>
            <Button
              variant="quiet"
              size="sm"
              className="-ms-3"
              label={t('record.downloadBadgeOf', { name })}
              isPending={issue.isPending || save.isPending}
              onClick={() => (issued === undefined ? issue.run(award.id) : save.run(issued))}
            >
              {t('record.downloadBadge')}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
