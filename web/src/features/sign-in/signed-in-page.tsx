import { useEffect, useState } from 'react';
import { createHandover } from '#contract/embedding/calls.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Loading } from '../../ui/skeleton.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { isWindowMessage, windowMessage } from './sign-in-window.ts';
import english from './messages/en.json';

addEnglish(english);

/** Maximum wait for a reply of the frame that opened us, in milliseconds. */
const answerMs = 3_000;

/** The last page of signing in for a host page. It passes a code to the frame that opened this window, and closes it. */
export function SignedInPage() {
  const { t } = useMessages();
  const [isLost, setLost] = useState(false);

  useEffect(() => {
    const { origin } = window.location;
    const opener = window.opener as Window | null;
    let isAsked = false;
    const listen = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (isAsked || opener === null || source !== opener || from !== origin) return;
      if (!isWindowMessage(data) || data.type !== windowMessage.goOn) return;
      isAsked = true;
      call(createHandover, {}).then(
        ({ code }) => {
          opener.postMessage({ type: windowMessage.code, code }, origin);
          window.close();
        },
        () => setLost(true),
      );
    };
    window.addEventListener('message', listen);
    // A sign-in page on the way may have cut the connection to the opener permanently.
    opener?.postMessage({ type: windowMessage.here }, origin);
    const timer = setTimeout(() => !isAsked && setLost(true), opener === null ? 0 : answerMs);
    return () => {
      window.removeEventListener('message', listen);
      clearTimeout(timer);
    };
  }, []);

  return (
    <SignInFrame title={t('frame.signedIn')} lead={isLost ? t('frame.lost') : t('frame.closing')}>
      {!isLost && <Loading>{null}</Loading>}
    </SignInFrame>
  );
}
