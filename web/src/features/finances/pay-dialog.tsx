import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Loaded } from '../../kit/loaded.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** What is to be paid. */
export type Payable = { account: string } | { hold: string };

/** Says that paying happens on the school's own page, and leads there. Its link is good for a few minutes, so it is made here. */
export function PayDialog({
  payable,
  host,
  onClose,
}: {
  payable: Payable;
  host: string;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const link = useQuery({
    queryKey: ['POST /api/v1/finance/payment-link', payable],
    queryFn: () => call('POST /api/v1/finance/payment-link', payable),
    staleTime: 10 * 60_000,
    gcTime: 0,
  });
  return (
    <Dialog size="sm" title={t('finances.payTitle')} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-pretty">{t('finances.payBody', { host })}</p>
        <Loaded query={link} isSmall skeleton={['h-11']} isEmpty={() => false}>
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
        </Loaded>
      </div>
    </Dialog>
  );
}
