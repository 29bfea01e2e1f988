import { useMutation, useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { inboxChoiceQuery, inboxList } from './newsletters.data.ts';

/** Marks every newsletter as read. */
export function MarkAllButton() {
  const messages = useMessages();
  const { t } = messages;
  const mark = useMutation({
    mutationFn: () => call('POST /api/v1/inbox/read', {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: inboxList }),
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  return (
    <Button
      icon={CheckCheck}
      label={t('inbox.markAll')}
      isPending={mark.isPending}
      onClick={() => mark.mutate()}
      className="max-sm:gap-0"
    >
      <span className="max-sm:sr-only">{t('inbox.markAll')}</span>
    </Button>
  );
}

/** Whether newsletters come by mail, too. */
export function InboxFoot() {
  const messages = useMessages();
  const { t } = messages;
  const { data } = useQuery(inboxChoiceQuery());
  const choose = useMutation({
    mutationFn: (byMail: boolean) => call('PUT /api/v1/inbox/choice', { byMail }),
    onSuccess(next) {
      queryClient.setQueryData(inboxChoiceQuery().queryKey, next);
      showToast({ message: t(next.byMail ? 'inbox.byMailOn' : 'inbox.byMailOff') });
    },
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  if (data === undefined) return null;
  return (
    <div className="card px-4 py-3">
      <Switch
        label={t('inbox.byMail')}
        isOn={choose.isPending ? choose.variables : data.byMail}
        onChange={(byMail) => choose.mutate(byMail)}
      />
    </div>
  );
}
