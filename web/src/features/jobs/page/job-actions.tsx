import { Link, useNavigate } from '@tanstack/react-router';
import { CircleSlash, Copy, Ellipsis, Pencil, Send, Trash2 } from 'lucide-react';
import type { Job } from '#contract/jobs/endpoints.ts';
import { closeJob, deleteJob, submitJob } from '#contract/jobs/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { isolate } from '../../../lib/apart.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useHasPermission } from '../../../lib/session-store.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { MenuButton } from '../../../ui/menu.tsx';
import { staleJobs } from '../jobs.data.ts';

/** The actions of the people who manage a job. */
export function JobActions({ job }: { job: Job }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const isStaff = useHasPermission('jobs.manage_all');
  const { id, title, can, applicants } = job;
  const submit = useAction(() => call(submitJob, { id }), {
    invalidates: staleJobs,
    success: ({ state }) => t(state === 'open' ? 'jobs.opened' : 'jobs.submitted'),
  });
  const close = useAction(() => call(closeJob, { id }), {
    confirm: () => ({
      title: t('jobs.closeTitle', { title: isolate(title) }),
      body: t('jobs.closeBody'),
      confirmLabel: t('jobs.close'),
    }),
    invalidates: staleJobs,
    success: t('jobs.closed'),
  });
  const remove = useAction(() => call(deleteJob, { id }), {
    confirm: () => ({
      title: t('jobs.deleteTitle', { title: isolate(title) }),
      body: t('jobs.deleteBody', { count: applicants ?? 0 }),
      confirmLabel: t('jobs.delete'),
      isDanger: true,
    }),
    success: t('jobs.deleted'),
    onSuccess: () => navigate({ to: paths.jobs, search: { list: 'managed' }, replace: true }),
    invalidates: staleJobs,
  });
  return (
    <>
      {can.submit && (
        <Button
          variant="primary"
          icon={Send}
          isPending={submit.isPending}
          onClick={() => submit.run()}
        >
          {t(isStaff ? 'jobs.openNow' : 'jobs.submit')}
        </Button>
      )}
      {can.edit && (
        <Link to={paths.editJob} params={{ jobId: id }} className={buttonClass()}>
          <Pencil size={20} strokeWidth={1.9} aria-hidden />
          {t('jobs.edit')}
        </Link>
      )}
      <MenuButton
        label={t('jobs.more', { title: isolate(title) })}
        icon={Ellipsis}
        items={[
          { id: 'copy' as const, label: t('jobs.copy'), icon: Copy },
          ...(can.close
            ? [{ id: 'close' as const, label: t('jobs.close'), icon: CircleSlash }]
            : []),
          ...(can.remove
            ? [{ id: 'delete' as const, label: t('jobs.delete'), icon: Trash2, isDanger: true }]
            : []),
        ]}
        onAction={(act) => {
          if (act === 'copy') void navigate({ to: paths.newJob, search: { from: id } });
          else if (act === 'close') close.run();
          else remove.run();
        }}
      />
    </>
  );
}
