import { Outlet } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { SectionedPage } from '../../shell/sectioned-page.tsx';
import { settingsSections } from './sections.ts';

export function SettingsPage() {
  const { t } = useMessages();
  return (
    <SectionedPage
      title={t('settings.title')}
      label={t('settings.sections')}
      sections={settingsSections}
    >
      <Outlet />
    </SectionedPage>
  );
}
