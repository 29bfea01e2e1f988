import { useNavigate } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  BadgeDollarSign,
  BriefcaseBusiness,
  History,
  LayoutDashboard,
  ListChecks,
  Mail,
  NotebookPen,
  Settings2,
  Shapes,
  ShieldAlert,
  ShoppingBag,
  Trophy,
  UsersRound,
  Vote,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { Suspense } from 'react';
import type { ClubSettings } from '#contract/clubs/endpoints.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SideTabs } from '../../../ui/side-tabs.tsx';
import { ClubOverview } from '../../club-office/club-overview.tsx';
import { moneyClubs } from '../../budgets/budgets.data.ts';
import { duesQuery } from '../../dues/dues.data.ts';
import { electionPages } from '../../elections/elections.data.ts';
import { clubJobs, jobPages } from '../../jobs/jobs.data.ts';
import { productPages } from '../../store/store.data.ts';
import { clubAbout, clubSettings } from '../clubs.data.ts';
import { ManageMembers } from './manage-members.tsx';
import { ManageNotes } from './manage-notes.tsx';
import { ManageQuestions } from './manage-questions.tsx';
import { ManageSettings } from './manage-settings.tsx';
import { settingName } from './setting-name.ts';
import officeWords from 'messages:en/clubOffice.*';
import pointWords from 'messages:en/clubPoints.title';
import english from '../messages/en.json';

addEnglish({ ...english, ...officeWords, ...pointWords });

const ClubEmails = lazyComponent(() => import('../../club-emails/club-emails.tsx'), 'ClubEmails');
const ClubMoney = lazyComponent(() => import('../../budgets/money/club-money.tsx'), 'ClubMoney');
const ClubElections = lazyComponent(
  () => import('../../elections/club-elections.tsx'),
  'ClubElections',
);
const ClubJobs = lazyComponent(() => import('../../jobs/club-jobs.tsx'), 'ClubJobs');
const ManageDues = lazyComponent(() => import('../../dues/manage/manage-dues.tsx'), 'ManageDues');
const ManageStore = lazyComponent(
  () => import('../../store/manage/manage-store.tsx'),
  'ManageStore',
);
const ClubLog = lazyComponent(() => import('../../club-office/club-log.tsx'), 'ClubLog');
const ClubPointSettings = lazyComponent(
  () => import('../../club-points/point-settings.tsx'),
  'ClubPointSettings',
);

/** A club's management pages: overview, requests and members, settings, and the activity log. */
export function ManagePage() {
  const { t } = useMessages();
  const { clubId = '' } = useParams();
  const settings = useQuery(clubSettings(clubId));
  const name = settings.data?.name;
  const back = (
    <BackLink to={paths.club} params={{ clubId }}>
      {t('clubs.backTo')}
    </BackLink>
  );
  return (
    <Page>
      <PageHeader
        title={name === undefined ? t('clubs.manageClub') : t('clubs.manageOf', { name })}
        back={back}
      />
      <QueryBoundary
        query={settings}
        skeleton={['h-11', 'h-96']}
        isEmpty={() => false}
        errorContent={{
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
      </QueryBoundary>
    </Page>
  );
}

const labels = {
  overview: 'clubOffice.overview',
  members: 'clubs.section_members',
  questions: 'clubs.section_questions',
  emails: 'clubs.section_emails',
  elections: 'clubs.section_elections',
  jobs: 'clubs.section_jobs',
  money: 'clubs.section_money',
  dues: 'clubs.section_dues',
  store: 'clubs.section_store',
  points: 'clubPoints.title',
  settings: 'clubs.section_settings',
  log: 'clubOffice.log',
  notes: 'clubs.section_notes',
} as const;

const icons: Record<keyof typeof labels, LucideIcon> = {
  overview: LayoutDashboard,
  members: UsersRound,
  questions: ListChecks,
  emails: Mail,
  elections: Vote,
  jobs: BriefcaseBusiness,
  money: Wallet,
  dues: BadgeDollarSign,
  store: ShoppingBag,
  points: Trophy,
  settings: Settings2,
  log: History,
  notes: NotebookPen,
};

function Log({ club }: { club: string }) {
  const { t } = useMessages();
  const about = useQuery(clubAbout(club));
  return (
    <Suspense fallback={<Skeleton className="h-56" />}>
      <ClubLog
        club={club}
        officers={about.data?.officers ?? []}
        settingName={(name) => settingName(name, t)}
      />
    </Suspense>
  );
}

function Sections({ settings }: { settings: ClubSettings }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const asked = useSearch()['section'];
  const { can } = settings;
  const elections = useInfiniteQuery(electionPages(settings.id));
  const jobs = useInfiniteQuery(jobPages(clubJobs(settings.id)));
  const products = useInfiniteQuery(productPages(settings.id));
  const money = useQuery(moneyClubs());
  const dues = useQuery(duesQuery(settings.id));
  const sections = [
    'overview' as const,
    ...(can.manageMembers || can.managePoints ? (['members'] as const) : []),
    ...(can.manageMembers ? (['questions'] as const) : []),
    ...(can.sendEmails ? (['emails'] as const) : []),
    ...(elections.data?.pages[0]?.can.create === true || asked === 'elections'
      ? (['elections'] as const)
      : []),
    ...(jobs.data?.pages[0]?.can.create === true || asked === 'jobs' ? (['jobs'] as const) : []),
    ...(money.data?.can.manage === true ||
    money.data?.clubs.includes(settings.id) === true ||
    asked === 'money'
      ? (['money'] as const)
      : []),
    ...(dues.data?.can.manage === true || asked === 'dues' ? (['dues'] as const) : []),
    ...(products.data?.pages[0]?.can.create === true || asked === 'store'
      ? (['store'] as const)
      : []),
    ...(can.managePoints ? (['points'] as const) : []),
    ...(can.edit ? (['settings'] as const) : []),
    'log' as const,
    ...(can.administer ? (['notes'] as const) : []),
  ];
  const selected = sections.find((one) => one === asked) ?? 'overview';
  return (
    <SideTabs
      label={t('clubs.sections')}
      items={sections.map((id) => ({ id, label: t(labels[id]), icon: icons[id] }))}
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
        {selected === 'overview' && <ClubOverview club={settings.id} canEmail={can.sendEmails} />}
        {selected === 'members' && <ManageMembers club={settings} />}
        {selected === 'emails' && (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <ClubEmails key={settings.id} club={settings.id} />
          </Suspense>
        )}
        {selected === 'elections' && (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <ClubElections key={settings.id} club={settings} />
          </Suspense>
        )}
        {selected === 'jobs' && (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <ClubJobs key={settings.id} club={settings} />
          </Suspense>
        )}
        {selected === 'money' && (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <ClubMoney key={settings.id} club={settings} />
          </Suspense>
        )}
        {selected === 'dues' && (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <ManageDues key={settings.id} club={settings.id} />
          </Suspense>
        )}
        {selected === 'store' && (
          <Suspense fallback={<Skeleton className="h-64" />}>
            <ManageStore key={settings.id} club={settings.id} />
          </Suspense>
        )}
        {selected === 'points' && (
          <Suspense fallback={<Skeleton className="h-56" />}>
            <ClubPointSettings club={settings.id} />
          </Suspense>
        )}
        {selected === 'questions' && <ManageQuestions key={settings.id} club={settings} />}
        {selected === 'settings' && <ManageSettings key={settings.id} settings={settings} />}
        {selected === 'log' && <Log club={settings.id} />}
        {selected === 'notes' && <ManageNotes key={settings.id} id={settings.id} />}
      </div>
    </SideTabs>
  );
}
