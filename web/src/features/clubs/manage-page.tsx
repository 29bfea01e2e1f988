import { Link, useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ShieldAlert, Shapes } from 'lucide-react';
import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useParams, useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { clubSettings } from './clubs.data.ts';
import { ManageMembers } from './manage-members.tsx';
import { ManageNotes } from './manage-notes.tsx';
import { ManageQuestions } from './manage-questions.tsx';
import { ManageSettings } from './manage-settings.tsx';
import english from './messages/en.json';

addEnglish(english);

/** Running a club: its requests and members, and what it says of itself. */
export function ManagePage() {
  const { t } = useMessages();
  const { clubId = '' } = useParams();
  const settings = useQuery(clubSettings(clubId));
  const name = settings.data?.name;
  const back = (
    <Link
      to={paths.club}
      params={{ clubId }}
      className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-control font-medium text-brand-text hover:underline touch:min-h-11"
    >
      <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
      {t('clubs.backTo')}
    </Link>
  );
  return (
    <Page width="mid">
      <PageHeader
        title={name === undefined ? t('clubs.manageClub') : t('clubs.manageOf', { name })}
      />
      {back}
      <Loaded
        query={settings}
        skeleton={['h-11', 'h-96']}
        isEmpty={() => false}
        refused={{
          not_found: {
            icon: Shapes,
            title: t('clubs.notFound'),
            body: t('clubs.notFoundBody'),
          },
          forbidden: {
            icon: ShieldAlert,
            title: t('clubs.noAccess'),
            body: t('clubs.noAccessBody'),
          },
        }}
      >
        {(data) => <Sections settings={data} />}
      </Loaded>
    </Page>
  );
}

function Sections({ settings }: { settings: ClubSettings }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const asked = useSearch()['section'];
  const { can } = settings;
  const sections = [
    ...(can.manageMembers ? (['members', 'questions'] as const) : []),
    ...(can.edit ? (['settings'] as const) : []),
    ...(can.administer ? (['notes'] as const) : []),
  ];
  const selected = sections.find((one) => one === asked) ?? sections[0] ?? 'settings';
  return (
    <Tabs
      label={t('clubs.sections')}
      items={sections.map((id) => ({ id, label: t(`clubs.section_${id}`) }))}
      selected={selected}
      onSelect={(section) =>
        void navigate({
          to: paths.manageClub,
          params: { clubId: settings.id },
          search: { section },
          replace: true,
          resetScroll: false,
        })
      }
    >
      <div>
        {selected === 'members' && <ManageMembers club={settings} />}
        {selected === 'questions' && <ManageQuestions key={settings.id} club={settings} />}
        {selected === 'settings' && <ManageSettings key={settings.id} settings={settings} />}
        {selected === 'notes' && <ManageNotes key={settings.id} id={settings.id} />}
      </div>
    </Tabs>
  );
}
