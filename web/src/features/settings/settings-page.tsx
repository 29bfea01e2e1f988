import { Outlet, useLocation } from '@tanstack/react-router';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { SectionedPage } from '../../shell/sectioned-page.tsx';
import { sectionsOf } from '../../shell/sections.ts';
import english from './messages/en.json';

addEnglish(english);

export function SettingsPage() {
  const { t } = useMessages();
  const { permissions } = useUser();
  const path = useLocation().pathname;
  const sections = sectionsOf('settings', permissions);
  const isWide = sections.find(({ to }) => to === path)?.isWide === true;
  return (
    <SectionedPage
      title={t('settings.title')}
      label={t('settings.sections')}
      to={paths.settings}
      sections={sections}
      width={isWide ? 'wide' : 'read'}
      isWide={isWide}
    >
      <Outlet />
    </SectionedPage>
  );
}
