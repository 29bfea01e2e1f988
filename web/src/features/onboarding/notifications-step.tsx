import { useQuery } from '@tanstack/react-query';
import { BellRing, CalendarDays, CircleCheck, MessageCircle, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { CallError } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import notificationsEnglish from '../notifications/messages/en.json';
import { capabilitiesQuery } from '../notifications/notifications.data.ts';
import { allowPushes, pushStatus } from '../notifications/push-device.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';

addEnglish(notificationsEnglish);

const examples = [
  { icon: MessageCircle, text: 'start.noticeMessages' },
  { icon: UsersRound, text: 'start.noticeClubs' },
  { icon: CalendarDays, text: 'start.noticeEvents' },
] as const;

/** Push notifications on this device. The browser asks for permission only when the person presses the button. */
export function NotificationsStep(props: StepProps) {
  const messages = useMessages();
  const { t } = messages;
  const [ability, setAbility] = useState(pushStatus);
  const capabilities = useQuery(capabilitiesQuery());
  const allow = useAction((publicKey: string) => allowPushes(publicKey), {
    onSuccess: setAbility,
    errorMessage: (error) =>
      error instanceof CallError ? errorText(error, messages) : t('devices.failed'),
  });
  const [wasOn] = useState(ability === 'allowed');
  const isOn = ability === 'allowed' && (wasOn || !allow.isPending);
  return (
    <StepFrame
      {...props}
      title={t('start.notificationsTitle')}
      lead={t('start.notificationsBody')}
      isDone={isOn}
    >
      <div className="grid gap-5 rounded-card border border-line bg-canvas p-5">
        <ul className="grid gap-3">
          {examples.map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-center gap-3">
              <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-text">
                <Icon size={20} strokeWidth={1.75} aria-hidden />
              </span>
              <span className="min-w-0">{t(text)}</span>
            </li>
          ))}
        </ul>
        <QueryBoundary isSmall query={capabilities} skeleton={['h-11']} isEmpty={() => false}>
          {({ platforms }) =>
            ability === 'ask' ? (
              <Button
                variant="soft"
                size="lg"
                icon={BellRing}
                isPending={allow.isPending}
                onClick={() => allow.run(platforms.mobile.publicKey)}
              >
                {t('start.turnOn')}
              </Button>
            ) : isOn ? (
              <p role="status" className="flex items-center gap-2 font-medium">
                <CircleCheck size={20} aria-hidden className="shrink-0 text-good" />
                {t('start.turnedOn')}
              </p>
            ) : (
              <p role="status" className="text-sm text-ink-2">
                {t(`devices.${ability === 'denied' ? 'denied' : 'unsupported'}`)}
              </p>
            )
          }
        </QueryBoundary>
      </div>
      <p className="mt-3 text-sm text-ink-2">{t('start.change')}</p>
    </StepFrame>
  );
}
