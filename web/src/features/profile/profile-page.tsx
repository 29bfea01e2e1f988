import { useMessages } from '../../lib/messages.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';

export function ProfilePage() {
  const { t } = useMessages();
  return (
    <Page>
      <PageHeader title={t('menu.viewProfile')} />
    </Page>
  );
}
