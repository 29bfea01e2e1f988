import { Outlet } from '@tanstack/react-router';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { SectionedPage } from '../../shell/sectioned-page.tsx';
import { sectionsOf } from '../../shell/sections.ts';
import english from './messages/en.json';

addEnglish(english);

/** The developer section, for people who write programs that use this site. */
export function DevelopmentPage() {
  const { t } = useMessages();
  const { permissions } = useUser();
  return (
    <SectionedPage
      title={t('nav.development')}
      label={t('dev.sections')}
      to={paths.development}
      sections={sectionsOf('development', permissions)}
    >
      <Outlet />
    </SectionedPage>
  );
}
