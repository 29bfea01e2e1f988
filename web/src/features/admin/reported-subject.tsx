import { Link } from '@tanstack/react-router';
import { EyeOff, Lock, Trash2 } from 'lucide-react';
import type { Report } from '#contract/reports/endpoints.ts';
import {
  freezeClub,
  hideClub,
  listClubs,
  unfreezeClub,
  unhideClub,
} from '#contract/clubs/calls.ts';
import {
  closePost,
  hideComment,
  hidePost,
  listFeed,
  openPost,
  unhideComment,
  unhidePost,
} from '#contract/posts/calls.ts';
import { hideReported, listReports, unhideReported } from '#contract/reports/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { Pill } from '../../ui/pill.tsx';

const hideCalls = {
  club: { on: hideClub, off: unhideClub },
  comment: { on: hideComment, off: unhideComment },
  post: { on: hidePost, off: unhidePost },
} as const;

/** The current version of the reported content, with moderation actions. */
export function ReportedSubjectBox({ report }: { report: Report }) {
  const { t } = useMessages();
  const { id, kind } = report.target;
  const { subject } = report;
  const isClub = kind === 'club';
  const { on, off } = hideCalls[kind === 'club' || kind === 'comment' ? kind : 'post'];
  const stale = [listReports, listFeed, listClubs] as const;
  // Calls of the report hide content that has no call for it.
  const isOfReport = kind === 'event' || kind === 'job' || kind === 'club_file';
  const hide = useAction(
    (isHidden: boolean): Promise<unknown> =>
      isOfReport
        ? call(isHidden ? unhideReported : hideReported, { id: report.id })
        : call(isHidden ? off : on, { id }),
    { invalidates: stale },
  );
  const close = useAction(
    (isClosed: boolean) =>
      kind === 'club'
        ? call(isClosed ? unfreezeClub : freezeClub, {
            id,
          })
        : call(isClosed ? openPost : closePost, {
            id,
          }),
    { invalidates: stale },
  );
  if (subject === null) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-fill p-4">
      {subject.text !== '' && (
        <p dir="auto" className="line-clamp-[12] whitespace-pre-wrap wrap-anywhere">
          {subject.text}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {subject.isDeleted && (
          <Pill tone="bad" icon={Trash2}>
            {t('report.deleted')}
          </Pill>
        )}
        {subject.isHidden && (
          <Pill tone="warn" icon={EyeOff}>
            {t('report.hidden')}
          </Pill>
        )}
        {subject.isClosed && (
          <Pill icon={Lock}>{t(isClub ? 'report.frozen' : 'report.closed')}</Pill>
        )}
        {subject.can.hide && (
          <Button
            size="sm"
            variant="outline"
            isPending={hide.isPending}
            onClick={() => hide.run(subject.isHidden)}
          >
            {t(subject.isHidden ? 'report.unhide' : 'report.hide')}
          </Button>
        )}
        {subject.can.close && (
          <Button
            size="sm"
            variant="outline"
            isPending={close.isPending}
            onClick={() => close.run(subject.isClosed)}
          >
            {isClub
              ? t(subject.isClosed ? 'report.unfreeze' : 'report.freeze')
              : t(subject.isClosed ? 'report.reopen' : 'report.close')}
          </Button>
        )}
        {subject.post !== null && !subject.isDeleted && (
          <Link
            to={paths.post}
            search={{ id: subject.post }}
            className={buttonClass({ variant: 'quiet', size: 'sm' })}
          >
            {t('report.open_post')}
          </Link>
        )}
        {kind === 'event' && !subject.isHidden && (
          <Link
            to={paths.event}
            params={{ eventId: id }}
            className={buttonClass({ variant: 'quiet', size: 'sm' })}
          >
            {t('report.open_event')}
          </Link>
        )}
        {subject.post === null && subject.club !== null && (
          <Link
            to={paths.club}
            params={{ clubId: subject.club }}
            className={buttonClass({ variant: 'quiet', size: 'sm' })}
          >
            {t('report.open_club')}
          </Link>
        )}
      </div>
    </div>
  );
}
