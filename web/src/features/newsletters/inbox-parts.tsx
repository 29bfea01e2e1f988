import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useAct } from '../../kit/use-act.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { inboxChoiceQuery, inboxList } from './newsletters.data.ts';

/** Marks every newsletter as read. */
export function MarkAllButton() {
  const { t } = useMessages();
  const mark = useAct(() => call('POST /api/v1/inbox/read', {}), { stale: [inboxList] });
  return (
    <Button
      icon={CheckCheck}
      label={t('inbox.markAll')}
      isPending={mark.isPending}
      onClick={() => mark.run()}
      className="max-sm:gap-0"
    >
      <span className="max-sm:sr-only">{t('inbox.markAll')}</span>
    </Button>
  );
}

/** Whether newsletters come by mail, too. */
export function InboxFoot() {
  const { t } = useMessages();
  const { data } = useQuery(inboxChoiceQuery());
  const choose = useAct((byMail: boolean) => call('PUT /api/v1/inbox/choice', { byMail }), {
    answers: inboxChoiceQuery().queryKey,
    said: ({ byMail }) => t(byMail ? 'inbox.byMailOn' : 'inbox.byMailOff'),
  });
  if (data === undefined) return null;
  return (
    <div className="card px-4 py-3">
      <Switch
        label={t('inbox.byMail')}
        isOn={choose.pending ?? data.byMail}
        onChange={choose.run}
      />
    </div>
  );
}
