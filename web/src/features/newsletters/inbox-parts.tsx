import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CheckCheck, School, Settings2, Shapes } from 'lucide-react';
import type { InboxItem } from '#contract/newsletters/endpoints.ts';
import { useId, useState } from 'react';
import { markInboxRead, setInboxChoice } from '#contract/newsletters/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog, preloadDialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { inboxChoiceQuery, inboxList } from './newsletters.data.ts';
import { useSenderChoice, type MailSender } from './sender-choice.ts';

export function MarkAllButton() {
  const { t } = useMessages();
  const mark = useAction(() => call(markInboxRead, {}), { invalidates: [inboxList] });
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

/** The club that sent an email, the event it is about, or the school. */
export function SenderName({ item: { club, event } }: { item: Pick<InboxItem, 'club' | 'event'> }) {
  const school = useSchool();
  const Icon = club !== null ? Shapes : event !== null ? CalendarDays : School;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm font-medium text-ink-2">
      {club?.logo != null ? (
        <img src={club.logo} alt="" className="size-5 shrink-0 rounded-sm object-cover" />
      ) : (
        <Icon size={16} strokeWidth={1.9} aria-hidden className="shrink-0" />
      )}
      <span className="truncate" dir="auto">
        {club?.name ?? event?.title ?? school.name}
      </span>
    </span>
  );
}

/** Opens the settings of emails. */
export function InboxSettingsButton() {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('inbox.settings')}
        icon={Settings2}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setOpen(true)}
      />
      <Dialog title={t('inbox.settings')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <InboxSettings />
      </Dialog>
    </>
  );
}

/** Turns newsletters by email on and off, and lists the clubs and events that the user doesn't get emails from. */
function InboxSettings() {
  const { t } = useMessages();
  const offId = useId();
  const { data } = useQuery(inboxChoiceQuery());
  const choose = useAction((byMail: boolean) => call(setInboxChoice, { byMail }), {
    updates: inboxChoiceQuery().queryKey,
    success: ({ byMail }) => t(byMail ? 'inbox.byMailOn' : 'inbox.byMailOff'),
  });
  const chooseSender = useSenderChoice();
  if (data === undefined) return null;
  const off: MailSender[] = [
    ...data.clubs.map((one) => ({ kind: 'club' as const, ...one })),
    ...data.events.map((one) => ({ kind: 'event' as const, ...one })),
  ];
  return (
    <div>
      <Switch
        label={t('inbox.byMail')}
        isOn={choose.pendingInput ?? data.byMail}
        onChange={choose.run}
      />
      {off.length > 0 && (
        <section aria-labelledby={offId} className="mt-3 border-t border-line pt-3">
          <h2 id={offId} className="text-sm! font-bold">
            {t('inbox.clubsOff')}
          </h2>
          <ul>
            {off.map((sender) => (
              <li key={sender.id} className="flex items-center justify-between gap-3 py-1">
                <span className="min-w-0 wrap-anywhere" dir="auto">
                  {sender.name}
                </span>
                <Button
                  size="sm"
                  label={
                    sender.kind === 'club'
                      ? t('inbox.clubAgainOf', { club: sender.name })
                      : t('inbox.eventAgainOf', { event: sender.name })
                  }
                  onClick={() => chooseSender.run({ sender, byMail: true })}
                >
                  {t('inbox.clubAgain')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
