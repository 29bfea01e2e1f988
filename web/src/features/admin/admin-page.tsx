import { Outlet, useChildMatches } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { Suspense } from 'react';
import { areSettled } from '../../kit/when-settled.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { SectionedPage } from '../../shell/sectioned-page.tsx';
import { sectionsOf } from '../../shell/sections.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { firstRunQuery } from '../onboarding/first-run.data.ts';
import { SetupShape } from '../onboarding/setup-shape.tsx';
import english from './messages/en.json';

addEnglish(english);

// Few schools are new.
const SetupCard = lazyComponent(() => import('../onboarding/setup-card.tsx'), 'SetupCard');

/** Headings of the section groups. Each applies from its order number on; the first sections have none. */
const groups = [
  { from: 10, label: 'admin.group_safety' },
  { from: 30, label: 'admin.group_communication' },
  { from: 61, label: 'admin.group_campus' },
  { from: 70, label: 'admin.group_school' },
  { from: 80, label: 'admin.group_systems' },
] as const;

/**
 * The admin pages. Each person sees the sections that their permissions allow. The server checks permissions with every call.
 */
export function AdminPage() {
  const { t } = useMessages();
  const sections = sectionsOf('admin', useUser().permissions);
  const { isAdmin } = useUser();
  const run = useQuery({ ...firstRunQuery(), enabled: isAdmin });
  const path = useChildMatches({ select: ([section]) => section?.fullPath });
  // A section can have pages below its own address.
  const open = sections.find(({ to }) => path === to || path?.startsWith(`${to}/`));
  if (sections.length === 0) {
    return (
      <Page width="read">
        <NoAccess isPage />
      </Page>
    );
  }
  return (
    <SectionedPage
      title={t('admin.title')}
      label={t('admin.sections')}
      to={paths.admin}
      sections={sections}
      groups={sections.length > groups.length ? groups : []}
      width="wide"
      isWide={open?.isWide === true}
    >
      {/* Show the section only once the setup card has loaded, because the card would push it down. */}
      {areSettled(run) && (
        <>
          {run.data?.hasSetup && (
            <Suspense fallback={<SetupShape isFolded />}>
              <SetupCard isFolded />
            </Suspense>
          )}
          {open ? <Outlet /> : <NoAccess />}
        </>
      )}
    </SectionedPage>
  );
}

function NoAccess({ isPage = false }: { isPage?: boolean }) {
  const { t } = useMessages();
  return (
    <EmptyState isPage={isPage} icon={ShieldAlert} title={t('admin.notYours')}>
      {t('admin.notYoursBody')}
    </EmptyState>
  );
}
