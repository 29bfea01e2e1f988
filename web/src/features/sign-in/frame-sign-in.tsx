import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { signedInPath } from '#contract/embedding/host-messages.ts';
import { loginHref } from '#contract/redirect.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { openSmallWindow } from '../../lib/small-window.ts';
import { useSchool } from '../../lib/school.ts';
import { SchoolMark } from '../../shell/school-mark.tsx';
import { signInAs } from '../../shell/start-app.ts';
import { Button } from '../../ui/button.tsx';
import { isWindowMessage, windowMessage } from './sign-in-window.ts';
import english from './messages/en.json';

addEnglish(english);

type State = 'idle' | 'open' | 'blocked' | 'entering' | 'failed';

/**
 * Signs in inside a host page with a window of our own: browsers separate the cookies of frames, sign-in pages can't be
 * framed, and no one should enter a password in another site's page. The window returns a one-time code.
 */
export function FrameSignIn({
  lead,
  onSignedIn,
}: {
  /** An additional reason to sign in here. */
  lead?: string;
  onSignedIn?: () => void;
}) {
  const { t } = useMessages();
  const school = useSchool();
  const [state, setState] = useState<State>('idle');
  const opened = useRef<Window | null>(null);

  useEffect(() => {
    const { origin } = window.location;
    const onMessage = async (event: MessageEvent<unknown>) => {
      if (
        event.origin !== origin ||
        opened.current === null ||
        event.source !== opened.current ||
        !isWindowMessage(event.data)
      )
        return;
      if (event.data.type === windowMessage.here)
        return opened.current.postMessage({ type: windowMessage.goOn }, origin);
      if (event.data.type !== windowMessage.code) return;
      setState('entering');
      const isIn = await signInAs({ code: event.data.code }, origin).catch(() => false);
      if (isIn) onSignedIn?.();
      else setState('failed');
    };
    const listen = (event: MessageEvent<unknown>) => void onMessage(event);
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [onSignedIn]);

  function open() {
    opened.current = openSmallWindow(loginHref(signedInPath), 'campus-sign-in');
    setState(opened.current === null ? 'blocked' : 'open');
    opened.current?.focus();
  }

  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-80 place-items-center bg-surface px-4 py-10"
    >
      <div className="grid w-full max-w-sm justify-items-center gap-3 text-center">
        <SchoolMark size={3} />
        <h1 className="text-xl!">{t('frame.title', { name: school.name })}</h1>
        <p className="text-ink-2 text-pretty">{lead ?? t('frame.lead')}</p>
        <Button
          variant="primary"
          size="lg"
          icon={ExternalLink}
          isPending={state === 'entering'}
          onClick={open}
          className="mt-2 max-sm:w-full"
        >
          {state === 'open' ? t('frame.again') : t('login.submit')}
        </Button>
        <p
          role="status"
          className={`min-h-10 text-sm text-pretty ${state === 'blocked' || state === 'failed' ? 'text-bad' : 'text-ink-2'}`}
        >
          {state === 'open' && t('frame.open')}
          {state === 'blocked' && t('frame.blocked')}
          {state === 'failed' && t('frame.failed')}
        </p>
      </div>
    </main>
  );
}
