import { useSearch } from '../../lib/page.tsx';
import { useState } from 'react';
import { leaveNewsletters } from '#contract/newsletters/calls.ts';
import { leaveNotifications } from '#contract/notifications/calls.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';
import { useAction } from '../../kit/use-action.ts';
import { Failure } from '../../ui/failure.tsx';
import { errorText } from '../../lib/error-text.ts';
import english from './messages/en.json';

addEnglish(english);

/**
 * The target of unsubscribe links: one button, without signing in. Opening the page changes nothing, because link scanners
 * open it too.
 */
export function UnsubscribePage() {
  const messages = useMessages();
  const { t } = messages;
  const [isDone, setDone] = useState(false);
  const [ended, setEnded] = useState<{ club?: string | undefined; event?: string | undefined }>({});
  const school = useSchool();
  const [token] = useState(() => window.location.hash.slice(1));
  const { from } = useSearch();
  const isOfNotifications = from === 'notifications';
  const words = isOfNotifications ? 'leaveMails' : 'unsubscribe';
  const named = from === 'club' ? 'leaveClub' : from === 'event' ? 'leaveEvent' : words;
  const leave = useAction(
    async () => {
      if (isOfNotifications) await call(leaveNotifications, { token });
      else setEnded(await call(leaveNewsletters, { token }));
    },
    { isQuiet: true, onSuccess: () => setDone(true) },
  );
  if (isDone) {
    return (
      <SignInFrame
        title={t('unsubscribe.done')}
        lead={
          ended.club !== undefined
            ? t('leaveClub.doneBody', { club: ended.club })
            : ended.event !== undefined
              ? t('leaveEvent.doneBody', { event: ended.event })
              : t(`${words}.doneBody`)
        }
      >
        <a
          href={isOfNotifications ? paths.settingsNotifications : paths.inbox}
          className={buttonClass({ variant: 'outline', isBlock: true })}
        >
          {t(`${words}.open`)}
        </a>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t(`${named}.title`)} lead={t(`${named}.body`, { school: school.name })}>
      <div className="grid gap-5">
        {leave.error && <Failure>{errorText(leave.error, messages)}</Failure>}
        <Button variant="primary" isBlock isPending={leave.isPending} onClick={() => leave.run()}>
          {t(`${words}.stop`)}
        </Button>
      </div>
    </SignInFrame>
  );
}
