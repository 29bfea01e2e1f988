import { useQuery, type QueryKey } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useMessages } from '../../lib/messages.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** The item to pay. */
export type Payable = { account: string } | { hold: string };

/**
 * Explains that payment happens on the school's own page, and links there. The link is created here, because it expires after
 * a few minutes. `of` is the cache key for the item; `ask` is the call.
 */
export function PayDialog({
  of,
  ask,
  host,
  onClose,
}: {
  of: QueryKey;
  ask: () => Promise<{ url: string }>;
  host: string;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const link = useQuery({
    queryKey: ['payment-link', ...of],
    queryFn: ask,
    staleTime: 10 * 60_000,
    gcTime: 0,
  });
  return (
    <Dialog size="sm" title={t('finances.payTitle')} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-pretty">{t('finances.payBody', { host })}</p>
        <QueryBoundary query={link} isSmall skeleton={['h-11']} isEmpty={() => false}>
          {({ url }) => (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onClose}
              className={buttonClass({ variant: 'primary', size: 'lg' })}
            >
              {t('finances.payOpen')}
              <ExternalLink size={20} aria-hidden />
              <span className="sr-only">{t('finances.payNew')}</span>
            </a>
          )}
        </QueryBoundary>
      </div>
    </Dialog>
  );
}
