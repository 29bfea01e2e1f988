import { useEffect, useRef, useState } from 'react';
import { openSmallWindow } from '../../lib/small-window.ts';
import { academicAuthError, finishConnecting, refresh, startConnecting } from './courses.data.ts';
import { readMessage } from './connect-messages.ts';

/** `closed`: the user closed the window early. `blocked`: the browser blocked the window. */
export type Connecting = 'idle' | 'open' | 'blocked' | 'closed' | 'failed' | 'reading';

/** The sign-in URL is valid for 20 minutes. */
const freshMs = 15 * 60_000;
const watchMs = 500;

/**
 * Connects the LMS in a separate window, because sign-in pages don't work in frames. The page below stays as it is, and shows
 * the new data afterwards.
 */
export function useConnecting() {
  const [state, setState] = useState<Connecting>('idle');
  const [url, setUrl] = useState<string | null>(null);
  const opened = useRef<Window | null>(null);
  const isSettled = useRef(false);

  useEffect(() => {
    const { origin } = window.location;
    const settle = async (isIn: boolean) => {
      if (isSettled.current) return;
      isSettled.current = true;
      setState(isIn ? 'reading' : 'failed');
      if (!isIn) return;
      await refresh().catch(() => undefined);
      setState('idle');
    };
    const onMessage = async (event: MessageEvent<unknown>) => {
      const message = readMessage(event.data);
      if (
        event.origin !== origin ||
        opened.current === null ||
        event.source !== opened.current ||
        message === null
      )
        return;
      if ('oauthTicket' in message) {
        const isIn = await finishConnecting(message.oauthTicket).then(
          () => true,
          () => false,
        );
        opened.current.postMessage({ oauthFinished: isIn }, origin);
        return;
      }
      if ('oauthStatus' in message) await settle(message.oauthStatus === 'success');
    };
    const listen = (event: MessageEvent<unknown>) => void onMessage(event);
    window.addEventListener('message', listen);
    const watch = window.setInterval(() => {
      if (opened.current?.closed !== true) return;
      opened.current = null;
      if (!isSettled.current) setState('closed');
    }, watchMs);
    return () => {
      window.removeEventListener('message', listen);
      window.clearInterval(watch);
    };
  }, []);

  const go = (window_: Window | null, address: string) => {
    if (window_ === null) {
      setUrl(address);
      setState('blocked');
      return;
    }
    isSettled.current = false;
    setState('open');
    window_.location.replace(address);
    window_.focus();
  };

  const open = () => {
    const known = academicAuthError.get();
    // The window has to open directly during the click, or the browser blocks it as a pop-up.
    opened.current = openSmallWindow('about:blank', 'campus-connect');
    // The URL is valid for one sign-in, even if the user denies access.
    academicAuthError.set(null);
    if (known !== null && Date.now() - known.at < freshMs)
      return go(opened.current, known.oauthURL);
    void startConnecting().then(
      ({ oauthURL }) => go(opened.current, oauthURL),
      () => {
        opened.current?.close();
        opened.current = null;
        setState('failed');
      },
    );
  };

  /** The user followed the link instead of a blocked window, so its URL is used. */
  const follow = () => {
    setUrl(null);
    setState('idle');
  };

  return { state, open, url, follow };
}
