import { ExternalLink } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { allowOrigin, forbidOrigin, originsQuery } from '../embedding/embedding.data.ts';
import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';

/** Returns the playground's origin: the `playground` label under the same base domain as this school. */
export const playgroundOrigin = (
  { protocol, host }: Pick<Location, 'protocol' | 'host'>,
  code: string,
): string =>
  `${protocol}//playground.${host.startsWith(`${code}.`) ? host.slice(code.length + 1) : host}`;

/** A host page on another origin that shows every message, and whether this site allows it. */
export function PlaygroundSection() {
  const { t } = useMessages();
  const canAllowSites = useHasPermission('embedding.manage');
  const origin = playgroundOrigin(window.location, useSchool().school_code);
  return (
    <Card description={t('dev.playgroundBody')}>
      <div className="grid gap-4">
        <CopyField label={t('dev.playgroundOrigin')} value={origin} />
        {canAllowSites ? (
          <Allowed origin={origin} />
        ) : (
          <p className="text-sm text-ink-2">{t('dev.playgroundAsk')}</p>
        )}
        <a
          href={`${origin}/?school=${encodeURIComponent(window.location.origin)}`}
          target="_blank"
          rel="noopener"
          className={`${buttonClass({ variant: 'primary' })} justify-self-start`}
        >
          <ExternalLink size={20} strokeWidth={1.9} aria-hidden />
          {t('dev.playgroundOpen')}
        </a>
      </div>
    </Card>
  );
}

function Allowed({ origin }: { origin: string }) {
  const { t } = useMessages();
  const put = useAction(
    (isAllowed: boolean) => (isAllowed ? allowOrigin(origin) : forbidOrigin(origin)),
    { updates: originsQuery().queryKey },
  );
  return (
    <QueryBoundary isSmall query={useQuery(originsQuery())} skeleton={['h-14']}>
      {({ origins }) => (
        <Switch
          label={t('dev.playgroundAllow')}
          description={t('dev.playgroundAllowBody')}
          isOn={put.pendingInput ?? origins.includes(origin)}
          onChange={put.run}
        />
      )}
    </QueryBoundary>
  );
}
