import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';

export function EmbedProfilePage() {
  const { t } = useMessages();
  usePageTitle(t('menu.viewProfile'));
  return <main id="main" tabIndex={-1} />;
}
