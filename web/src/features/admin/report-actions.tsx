import { MessageSquareWarning, ShieldBan, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteMessage } from '#contract/chat/calls.ts';
import type { Report } from '#contract/reports/endpoints.ts';
import { listReports, warnReported } from '#contract/reports/calls.ts';
import { warningMax } from '#contract/reports/limits.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, queryClient } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { useHasPermission, useUser } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { nameOf } from '../people/person.ts';
import { useAccountActions } from './people/use-account-actions.tsx';

interface Draft {
  text: string;
}
const { TextArea } = fieldsOf<Draft>();

/** The actions on the reported message and its author for which the moderator has permissions. */
export function ReportActions({ report }: { report: Report }) {
  const { t } = useMessages();
  const { person, target } = report;
  const { isAdmin } = useUser();
  const canSuspend = useHasPermission('people.manage');
  const [isWarning, setWarning] = useState(false);
  const accounts = useAccountActions({
    onDone: () => void queryClient.invalidateQueries({ queryKey: [listReports] }),
  });
  const [conversation = '', seq = ''] = target.kind === 'message' ? target.id.split(':') : [];
  const remove = useAction(() => call(deleteMessage, { conversation, seq }), {
    confirm: () => ({
      title: t('report.deleteMessageTitle'),
      body: t('report.deleteMessageBody'),
      confirmLabel: t('report.deleteMessage'),
      isDanger: true,
    }),
    success: t('report.messageDeleted'),
  });
  // The account in the format that the actions need. No action here sends an invitation.
  const account = person && {
    person: { ...person, username: '' },
    email: null,
    state: report.isSuspended ? ('suspended' as const) : ('active' as const),
  };
  const canDelete = isAdmin && target.kind === 'message';
  if (person === null && !canDelete) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {canDelete && (
        <Button
          size="sm"
          variant="outline"
          icon={Trash2}
          isPending={remove.isPending}
          onClick={() => remove.run()}
        >
          {t('report.deleteMessage')}
        </Button>
      )}
      {person && (
        <Button
          size="sm"
          variant="outline"
          icon={MessageSquareWarning}
          onClick={() => setWarning(true)}
        >
          {t('report.warn')}
        </Button>
      )}
      {account && canSuspend && accounts.itemsFor([account]).some(({ id }) => id === 'suspend') && (
        <Button
          size="sm"
          variant="outline"
          icon={ShieldBan}
          onClick={() => accounts.run('suspend', [account])}
        >
          {t('report.suspend')}
        </Button>
      )}
      {accounts.dialog}
      {person && isWarning && (
        <FormDialog<Draft>
          title={t('report.warnTitle', { name: nameOf(person) })}
          submitLabel={t('report.warn')}
          defaultValues={{ text: '' }}
          isComplete={({ text }) => text.trim() !== ''}
          save={({ text }, clientId) =>
            call(warnReported, { id: report.id, clientId, text: text.trim() })
          }
          invalidates={[listReports]}
          success={t('report.warned')}
          onClose={() => setWarning(false)}
        >
          <TextArea
            name="text"
            label={t('report.warnText')}
            description={t('report.warnBody')}
            rows={4}
            maxLength={warningMax}
          />
        </FormDialog>
      )}
    </div>
  );
}
