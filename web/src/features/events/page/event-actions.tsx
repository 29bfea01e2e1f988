import { Link, useNavigate } from '@tanstack/react-router';
import {
  Bell,
  CalendarArrowDown,
  CalendarX2,
  Copy,
  Flag,
  Hourglass,
  LayoutTemplate,
  MoreHorizontal,
  PencilLine,
  QrCode,
  ScanLine,
  Share2,
  Trash2,
  UsersRound,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import type { EventPage as Event } from '#contract/events/endpoints.ts';
import { deleteEvent, duplicateEvent, publishEvent } from '#contract/events/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Note } from '../../../ui/note.tsx';
import { Reason, scannerHref } from '../event-parts.tsx';
import { staleEvent } from '../events.data.ts';

const ReportDialog = lazyComponent(() => import('../../safety/report-dialog.tsx'), 'ReportDialog');
const SubmissionTimeline = lazyComponent(
  () => import('../../approvals/submission-timeline.tsx'),
  'SubmissionTimeline',
);
const ReminderDialog = lazyComponent(
  () => import('../registration/reminder-dialog.tsx'),
  'ReminderDialog',
);
const CancelDialog = lazyComponent(() => import('../manage/cancel-dialog.tsx'), 'CancelDialog');

/** A note that explains an unusual status, such as draft or canceled. */
export function EventState({ event }: { event: Event }) {
  const { t } = useMessages();
  const publish = usePublish(event);
  if (event.proposal !== null && event.proposal !== 'accepted')
    return <ProposalState event={event} />;
  if (event.status === 'canceled')
    return (
      <Note
        tone="bad"
        icon={CalendarX2}
        title={t(event.isDateCanceled ? 'events.dateCanceledNote' : 'events.canceledNote')}
      >
        <Reason text={event.cancelReason} />
        {event.registration.mode !== 'none' &&
          t(event.isDateCanceled ? 'events.dateCanceledBody' : 'events.canceledNoteBody')}
      </Note>
    );
  if (event.isTemplate)
    return (
      <Note icon={Copy} title={t('events.templateNote')}>
        {t('events.templateNoteBody')}
      </Note>
    );
  if (event.status === 'draft')
    return (
      <Note
        tone="warn"
        icon={PencilLine}
        title={t('events.draftNote')}
        action={
          event.can.publish && (
            <Button variant="primary" isPending={publish.isPending} onClick={() => publish.run()}>
              {t('events.publish')}
            </Button>
          )
        }
      >
        {t('events.draftNoteBody')}
      </Note>
    );
  if (event.status === 'in_approval')
    return (
      <Note tone="warn" icon={Hourglass} title={t('events.inApprovalNote')}>
        {t('events.inApprovalNoteBody')}
      </Note>
    );
  return null;
}

/** The status of a member's proposal, for its author and for the officers who decide. */
function ProposalState({ event }: { event: Event }) {
  const { t } = useMessages();
  const publish = usePublish(event);
  const { proposal, submission, can } = event;
  const submitter = submission?.submitter ?? null;
  const isOver = proposal === 'declined' || proposal === 'withdrawn';
  return (
    <div className="grid gap-4">
      {isOver ? (
        <Note icon={CalendarX2} title={t(`events.proposalOver_${proposal}`)}>
          {t('events.proposalOverBody')}
        </Note>
      ) : can.publish ? (
        <Note
          tone="warn"
          icon={Hourglass}
          title={
            submitter === null
              ? t('approval_kind.event_proposal')
              : t('events.proposedBy', {
                  name: `${submitter.firstName} ${submitter.lastName}`.trim(),
                })
          }
          action={
            <span className="flex flex-wrap gap-2">
              {submission !== null && (
                <Link
                  to={paths.approval}
                  params={{ submissionId: submission.id }}
                  className={buttonClass({ variant: 'outline' })}
                >
                  {t('events.reviewProposal')}
                </Link>
              )}
              <Button variant="primary" isPending={publish.isPending} onClick={() => publish.run()}>
                {t('events.publish')}
              </Button>
            </span>
          }
        >
          {t('events.proposalToDecide')}
        </Note>
      ) : (
        <Note icon={Hourglass} title={t('events.proposedNote')}>
          {t('events.proposedNoteBody')}
        </Note>
      )}
      {submission !== null && !can.publish && (
        <Suspense fallback={null}>
          <SubmissionTimeline
            submission={submission}
            stale={staleEvent}
            isShort
            edit={
              can.edit && (
                <Link
                  to={paths.editEvent}
                  params={{ eventId: event.id }}
                  className={buttonClass({ variant: 'outline' })}
                >
                  {t('events.edit')}
                </Link>
              )
            }
          />
        </Suspense>
      )}
    </div>
  );
}

function usePublish({ id, version }: Event) {
  const { t } = useMessages();
  return useAction(() => call(publishEvent, { id, version }), {
    invalidates: staleEvent,
    success: ({ status }) => t(status === 'published' ? 'events.published' : 'events.submitted'),
  });
}

/** Sharing, and the actions for hosts. */
export function EventActions({ event }: { event: Event }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'report' | 'cancel' | 'remind' | null>(null);
  const { id, can, shareUrl } = event;
  const url = shareUrl ?? `${window.location.origin}/events/${id}`;
  const copy = useAction(() => navigator.clipboard.writeText(url), {
    success: t(shareUrl === null ? 'events.linkCopied' : 'events.shareCopied'),
    errorMessage: () => t('events.linkNotCopied', { url }),
  });
  const { duplicate, remove } = useEventActions(event);
  return (
    <div className="flex shrink-0 items-center gap-1">
      {can.manageAttendees && <ManageLink id={id} event={event} />}
      <IconButton icon={Share2} label={t('events.share')} onClick={() => copy.run()} />
      <MenuButton
        label={t('events.more', { title: event.title })}
        icon={MoreHorizontal}
        variant="quiet"
        items={[
          ...(can.manageAttendees
            ? [{ id: 'manage' as const, label: t('events.manage'), icon: UsersRound }]
            : []),
          ...(can.checkIn && event.status === 'published'
            ? [
                { id: 'scan' as const, label: t('events.openScanner'), icon: ScanLine },
                { id: 'code' as const, label: t('events.showCode'), icon: QrCode },
              ]
            : []),
          ...(event.isRemindedAsHost && event.status === 'published' && !event.isEnded
            ? [{ id: 'remind' as const, label: t('events.reminders'), icon: Bell }]
            : []),
          ...(can.edit ? [{ id: 'edit' as const, label: t('events.edit'), icon: PencilLine }] : []),
          ...(can.duplicate
            ? [
                { id: 'duplicate' as const, label: t('events.duplicate'), icon: Copy },
                { id: 'template' as const, label: t('events.saveTemplate'), icon: LayoutTemplate },
              ]
            : []),
          ...(can.cancel
            ? [{ id: 'cancel' as const, label: t('events.cancelEvent'), icon: CalendarX2 }]
            : []),
          ...(can.delete
            ? [
                {
                  id: 'delete' as const,
                  label: t('events.delete'),
                  icon: Trash2,
                  isDanger: true,
                },
              ]
            : []),
          ...(shareUrl === null
            ? []
            : [{ id: 'file' as const, label: t('events.calendarFile'), icon: CalendarArrowDown }]),
          { id: 'report' as const, label: t('events.report'), icon: Flag },
        ]}
        onAction={(act) => {
          const params = { eventId: id };
          if (act === 'manage')
            void navigate({
              to: paths.manageEvent,
              params,
              ...(event.isRecurring && { search: { occurrence: event.occurrence } }),
            });
          // Only the scanner's document can use the camera, so it needs a page load.
          else if (act === 'scan') window.location.assign(scannerHref(event));
          else if (act === 'file') window.location.assign(`/events/${id}.ics`);
          else if (act === 'code')
            void navigate({
              to: paths.eventCode,
              params,
              ...(event.isRecurring && { search: { occurrence: event.occurrence } }),
            });
          else if (act === 'edit')
            void navigate({
              to: paths.editEvent,
              params,
              ...(event.isRecurring && { search: { occurrence: event.occurrence } }),
            });
          else if (act === 'duplicate') duplicate.run(false);
          else if (act === 'template') duplicate.run(true);
          else if (act === 'delete') remove.run();
          else setOpen(act);
        }}
      />
      <Suspense fallback={null}>
        {open === 'report' && (
          <ReportDialog
            target={{ kind: 'event', id }}
            title={t('events.reportTitle', { title: event.title })}
            body={t('events.reportBody')}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'cancel' && <CancelDialog event={event} onClose={() => setOpen(null)} />}
        {open === 'remind' && <ReminderDialog event={event} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  );
}

function ManageLink({ id, event }: { id: string; event: Event }) {
  const { t } = useMessages();
  return (
    <Link
      to={paths.manageEvent}
      params={{ eventId: id }}
      {...(event.isRecurring && { search: { occurrence: event.occurrence } })}
      className={`max-sm:hidden ${buttonClass({ variant: 'outline' })}`}
    >
      <UsersRound size={20} strokeWidth={1.9} aria-hidden />
      {t('events.manage')}
    </Link>
  );
}

/** Duplicates and deletes the event, and opens the page that follows. */
function useEventActions(event: Event) {
  const navigate = useNavigate();
  const { id } = event;
  const { t } = useMessages();
  const duplicate = useAction(
    (isTemplate: boolean) =>
      call(duplicateEvent, {
        id,
        clientId: crypto.randomUUID(),
        isTemplate,
      }),
    {
      invalidates: staleEvent,
      success: (_, isTemplate) => t(isTemplate ? 'events.templateMade' : 'events.duplicated'),
      onSuccess: (made) => navigate({ to: paths.editEvent, params: { eventId: made.id } }),
    },
  );
  const remove = useAction(() => call(deleteEvent, { id }), {
    confirm: () => ({
      title: t('events.deleteTitle', { title: event.title }),
      body: t('events.deleteBody'),
      confirmLabel: t('events.delete'),
      cancelLabel: t('events.keepEvent'),
      isDanger: true,
    }),
    invalidates: staleEvent,
    success: t('events.deleted'),
    onSuccess: () => navigate({ to: paths.events }),
  });
  return { duplicate, remove };
}
