import { ExternalLink, Plug, Unplug } from 'lucide-react';
import type { AcademicSource } from '#contract/courses/endpoints.ts';
import { isEmbedded } from '../../lib/host-page.ts';
import { useMessages } from '../../lib/messages.ts';
import { writeTab } from '../../lib/stored.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { returnKey } from './connect-messages.ts';
import { DisconnectButton } from './disconnect-button.tsx';
import { useConnecting } from './use-connecting.ts';

/** Offers to connect the LMS, or to reconnect it. Shows nothing if not needed. */
export function ConnectCard({ source }: { source: AcademicSource }) {
  const { t, date } = useMessages();
  const { state, open, url, follow } = useConnecting();
  const isEnded = source.state === 'ended';
  const isOffered = isEnded || source.state === 'not_connected';
  if (!isOffered && state !== 'reading') return null;
  const name = source.name ?? '';
  const Icon = isEnded ? Unplug : Plug;
  return (
    <section
      aria-label={t(isEnded ? 'courses.connectAgainTitle' : 'courses.connectTitle', { name })}
      className={`card forced-edge grid gap-4 p-4 sm:flex sm:items-center sm:p-5 ${isEnded ? 'border-warn/40' : ''}`}
    >
      <span
        className={`grid size-11 shrink-0 place-items-center rounded-full ${isEnded ? 'bg-warn-soft text-warn' : 'bg-brand-soft text-brand-text'}`}
      >
        <Icon size={22} strokeWidth={1.9} aria-hidden />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <h2 className="text-base!">
          {t(isEnded ? 'courses.connectAgainTitle' : 'courses.connectTitle', { name })}
        </h2>
        <p className="text-sm text-ink-2 text-pretty">
          {!isEnded
            ? t('courses.connectBody', { name })
            : source.readAt === null
              ? t('courses.endedNever')
              : t('courses.endedBody', { when: date(source.readAt, 'moment') })}
        </p>
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {state === 'open' && t('courses.windowOpen', { name })}
          {state === 'closed' && t('courses.windowClosed')}
          {state === 'failed' && <span className="text-bad">{t('courses.connectFailed')}</span>}
          {state === 'blocked' && t('courses.windowBlocked')}
          {state === 'reading' && t('courses.reading', { name })}
        </p>
      </div>
      <div className="grid gap-1 sm:justify-items-end">
        {state === 'blocked' && url !== null ? (
          <a
            href={url}
            // A host page must not navigate away, so the link opens a new tab.
            {...(isEmbedded()
              ? {
                  target: '_blank',
                  rel: 'opener',
                  // Runs after the browser has followed the link.
                  onClick: () => window.setTimeout(follow),
                }
              : {
                  onClick: () =>
                    writeTab(returnKey, window.location.pathname + window.location.search),
                })}
            className={buttonClass({ variant: 'primary' })}
          >
            <ExternalLink size={20} strokeWidth={1.9} aria-hidden />
            {t('courses.openHere')}
          </a>
        ) : (
          <Button variant="primary" icon={Plug} isPending={state === 'reading'} onClick={open}>
            {t(isEnded ? 'courses.connectAgain' : 'courses.connect')}
          </Button>
        )}
        <p className="text-xs text-ink-2">{t('courses.opensWindow')}</p>
        {isEnded && <DisconnectButton source={source} />}
      </div>
    </section>
  );
}
