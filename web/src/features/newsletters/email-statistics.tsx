import { emailsLimits } from '#contract/newsletters/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import type { Item } from './email-editor-config.ts';

/** The statistics of a sent item. For small audiences, opens are hidden. */
export function EmailStatistics({ item: { read, recipients, mailed, bounced } }: { item: Item }) {
  const { t, number } = useMessages();
  if (read === null)
    return `${t('newsletters.reach', { count: recipients })} • ${t('newsletters.opensHidden', { least: number(emailsLimits.fewest) })}`;
  const counts = {
    read: number(read),
    recipients: number(recipients),
    mailed: number(mailed),
  };
  const lost = bounced ?? 0;
  return (
    t('newsletters.counts', counts) +
    (lost > 0 ? ` • ${t('newsletters.bounced', { count: lost })}` : '')
  );
}
