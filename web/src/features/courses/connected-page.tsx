import { Link, useNavigate } from '@tanstack/react-router';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { connectFailures, type ConnectFailure } from '#contract/courses/kinds.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { authStatus, session } from '../../lib/session-store.ts';
import { readTab } from '../../lib/stored.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { readMessage, returnKey } from './connect-messages.ts';
import { finishConnecting, refresh } from './courses.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** Maximum wait for the page that opened this window, in milliseconds. */
const timeoutMs = 15_000;

type Outcome = 'waiting' | 'done' | ConnectFailure;

const isFailure = (text: string | null): text is ConnectFailure =>
  (connectFailures as readonly (string | null)[]).includes(text);

/** The fragment of the URL. It is read once and removed from the URL immediately. */
const arrived = new URLSearchParams(window.location.hash.slice(1));

/**
 * Asks the page that opened this window to complete the sign-in, because it has the session. Returns null if it doesn't
 * respond.
 */
const sendToOpener = (opener: Window, ticket: string): Promise<boolean | null> =>
  new Promise((resolve) => {
    const { origin } = window.location;
    const end = (answer: boolean | null) => {
      window.removeEventListener('message', listen);
      resolve(answer);
    };
    const listen = (event: MessageEvent<unknown>) => {
      const message = readMessage(event.data);
      if (event.origin !== origin || event.source !== opener || message === null) return;
      if ('oauthFinished' in message) end(message.oauthFinished);
    };
    window.addEventListener('message', listen);
    window.setTimeout(() => end(null), timeoutMs);
    opener.postMessage({ oauthTicket: ticket }, origin);
  });

const completeConnection = async (ticket: string): Promise<Outcome> => {
  const opener = window.opener as Window | null;
  if (opener !== null && !opener.closed) {
    const isIn = await sendToOpener(opener, ticket);
    if (isIn !== null) return isIn ? 'done' : 'expired';
  }
  if (session.get().status !== authStatus.LOGGED_IN) return 'expired';
  return finishConnecting(ticket).then(
    () => 'done' as const,
    () => 'expired' as const,
  );
};

/** The last page of the LMS sign-in window. It reports the result to the page that opened it, and closes. */
export function ConnectedPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>('waiting');
  usePageTitle(t('courses.connecting'));

  useEffect(() => {
    window.history.replaceState(window.history.state, '', window.location.pathname);
    const ticket = arrived.get('ticket');
    const failed = arrived.get('failed');
    arrived.delete('ticket');
    const run = async () => {
      const next: Outcome =
        ticket !== null ? await completeConnection(ticket) : isFailure(failed) ? failed : 'expired';
      setOutcome(next);
      const opener = window.opener as Window | null;
      if (opener !== null && !opener.closed) {
        opener.postMessage(
          { oauthStatus: next === 'done' ? 'success' : 'failure' },
          window.location.origin,
        );
        // Errors stay visible.
        if (next === 'done') window.close();
        return;
      }
      if (next !== 'done') return;
      await refresh().catch(() => undefined);
      const back = readTab(returnKey);
      void navigate({
        href: back !== null && /^\/edu(?:[/?]|$)/.test(back) ? back : paths.courses,
      });
    };
    void run();
  }, [navigate]);

  const isFailed = outcome !== 'waiting' && outcome !== 'done';
  const Icon = isFailed ? CircleX : CircleCheck;
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh place-items-center bg-surface px-4 py-10 text-center"
    >
      <div className="grid max-w-sm justify-items-center gap-3" role="status">
        {outcome !== 'waiting' && (
          <Icon size={40} aria-hidden className={isFailed ? 'text-bad' : 'text-good'} />
        )}
        <h1 className="text-xl!">
          {t(
            outcome === 'waiting'
              ? 'courses.connecting'
              : isFailed
                ? 'courses.notConnected'
                : 'courses.connected',
          )}
        </h1>
        <p className="text-ink-2 text-pretty">
          {outcome === 'done' && t('courses.closeWindow')}
          {isFailed && t(`courses.failed_${outcome}`)}
        </p>
        {outcome !== 'waiting' && window.opener === null && (
          <Link to={paths.courses} className={buttonClass({ variant: 'primary' })}>
            {t('nav.courses')}
          </Link>
        )}
      </div>
    </main>
  );
}
