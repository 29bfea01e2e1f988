import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';

/** Sets a title such as `Account · Settings · Demo College`. */
export function useSectionTitle(section: string): void {
  const { t } = useMessages();
  usePageTitle(`${section} · ${t('settings.title')}`);
}
