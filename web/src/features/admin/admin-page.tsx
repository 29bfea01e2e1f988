import { Outlet } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { Page } from '../../shell/page.tsx';
import { SectionedPage } from '../../shell/sectioned-page.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { adminSections } from './sections.ts';

/** Running the campus: for those whose office it is. The server asks again with every call. */
export function AdminPage() {
  const { t } = useMessages();
  const user = useUser();
  if (!user.isAdmin) {
    return (
      <Page width="read">
        <EmptyState isPage icon={ShieldAlert} title={t('admin.notYours')}>
          {t('admin.notYoursBody')}
        </EmptyState>
      </Page>
    );
  }
  return (
    <SectionedPage title={t('admin.title')} label={t('admin.sections')} sections={adminSections}>
      <Outlet />
    </SectionedPage>
  );
}
