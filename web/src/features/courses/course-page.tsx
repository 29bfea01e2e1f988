import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, Combine, ExternalLink, FileText, MessagesSquare, Timer } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import type { getCourse } from '#contract/courses/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useParams, useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { Page } from '../../shell/page.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { preloadDialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CourseAnnouncements } from './course-announcements.tsx';
import { CourseOverview } from './course-overview.tsx';
import { CourseFiles } from './course-files.tsx';
import { ConnectCard } from './connect-card.tsx';
import { classTime, CourseMark, isNow, SourceLine, SourceNote, WorkRow } from './course-parts.tsx';
import {
  assignmentsQuery,
  courseQuery,
  gradesQuery,
  openChat,
  quizzesQuery,
  visitCourse,
} from './courses.data.ts';
import { GradesPanel } from './grades-panel.tsx';
import { MatchDialog } from './match-dialog.tsx';
import english from './messages/en.json';

addEnglish(english);

const CoursePeople = lazyComponent(() => import('./course-people.tsx'), 'CoursePeople');

type Course = ReplyOf<typeof getCourse>;
const tabs = [
  'overview',
  'assignments',
  'grades',
  'quizzes',
  'announcements',
  'people',
  'files',
] as const;
type Tab = (typeof tabs)[number];

/** A course with its work, grades, people and files. */
export function CoursePage() {
  const { t } = useMessages();
  const { courseId = '' } = useParams();
  const query = useQuery(courseQuery(courseId));
  usePageTitle(query.data?.course.title ?? t('nav.courses'));
  return (
    <Page>
      <BackLink to={paths.courses}>{t('nav.courses')}</BackLink>
      <QueryBoundary
        query={query}
        isPage
        showsRefetchError
        skeleton={['h-20', 'h-96']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: BookOpen,
            title: t('courses.gone'),
            body: t('courses.goneBody'),
            action: (
              <Link to={paths.courses} className={buttonClass({ variant: 'primary' })}>
                {t('nav.courses')}
              </Link>
            ),
          },
        }}
      >
        {(data) => <Shown data={data} />}
      </QueryBoundary>
    </Page>
  );
}

function Shown({ data }: { data: Course }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const { course, counts, source } = data;
  const isTeacher = course.role !== 'student';
  const [isMatching, setMatching] = useState(false);
  const shownTabs = tabs.filter((one) =>
    one === 'grades' || one === 'overview'
      ? !isTeacher
      : one === 'assignments' ||
        one === 'announcements' ||
        (one === 'files' && data.canTeach) ||
        counts[one] > 0,
  );
  const asked = useSearch().tab;
  const defaultTab = isTeacher ? 'assignments' : 'overview';
  const tab = shownTabs.find((one) => one === asked) ?? defaultTab;
  const { id } = course;
  const hasNews = course.news.announcements + course.news.grades > 0;
  // New items stay marked during this visit. The next visit shows them as seen.
  useEffect(() => {
    if (!hasNews) return undefined;
    const soon = window.setTimeout(() => void visitCourse(id).catch(() => undefined), 3_000);
    return () => window.clearTimeout(soon);
  }, [id, hasNews]);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <CourseMark number={course.number} isLarge />
        <CourseFacts course={course} />
        <SourceLine source={source} />
        {data.hasChat && <ChatButton id={course.id} />}
        {data.match !== null && (
          <Button icon={Combine} onPointerEnter={preloadDialog} onClick={() => setMatching(true)}>
            {t(data.match.section === null ? 'courses.match' : 'courses.matchChange')}
          </Button>
        )}
        {course.url !== null && (
          <a
            href={course.url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'outline' })}
          >
            <ExternalLink size={20} strokeWidth={1.9} aria-hidden />
            {t('courses.openIn', { name: source.name ?? '' })}
          </a>
        )}
      </header>
      {isMatching && data.match !== null && (
        <MatchDialog
          id={course.id}
          system={source.name ?? ''}
          match={data.match}
          onClose={() => setMatching(false)}
        />
      )}
      <ConnectCard source={source} />
      <SourceNote source={source} />
      <Tabs
        label={t('courses.parts')}
        items={shownTabs.map((one) => ({
          id: one,
          label: t(`courses.tab_${one}`),
          ...(one !== 'grades' && one !== 'overview' && { count: counts[one] }),
          isMarked:
            (one === 'announcements' && course.news.announcements > 0) ||
            (one === 'grades' && course.news.grades > 0),
        }))}
        selected={tab}
        onSelect={(next_) =>
          void navigate({
            to: paths.course,
            params: { courseId: id },
            search: next_ === defaultTab ? {} : { tab: next_ },
            replace: true,
            resetScroll: false,
          })
        }
      >
        <Panel tab={tab} data={data} isTeacher={isTeacher} />
      </Tabs>
    </>
  );
}

function CourseFacts({ course }: { course: Course['course'] }) {
  const messages = useMessages();
  const { t } = messages;
  const facts = [
    course.teachers.map(({ name }) => name).join(', '),
    course.section,
    course.term?.name,
  ].filter((one) => one !== null && one !== undefined && one !== '');
  const next = course.nextClass;
  return (
    <div className="grid min-w-52 flex-1 gap-0.5">
      <h1 className="wrap-anywhere" dir="auto">
        {course.title}
      </h1>
      <p className="text-ink-2">
        <bdi>{[course.number, ...facts].join(' • ')}</bdi>
      </p>
      {next !== null && (
        <p className="text-sm text-ink-2">
          {isNow(next.dateStart)
            ? t('courses.classNow')
            : t('courses.classNext', { when: classTime(next.dateStart, messages) })}
          {next.location !== null && (
            <>
              {' • '}
              <bdi>{next.location}</bdi>
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Opens the course's group chat. */
function ChatButton({ id }: { id: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const open = useAction(() => openChat(id), {
    onSuccess: ({ id: conversation }) =>
      void navigate({ to: paths.conversation, params: { conversation } }),
  });
  return (
    <Button icon={MessagesSquare} isPending={open.isPending} onClick={() => open.run()}>
      {t('courses.chat')}
    </Button>
  );
}

function Panel({ tab, data, isTeacher }: { tab: Tab; data: Course; isTeacher: boolean }) {
  const { id } = data.course;
  const { canTeach } = data;
  if (tab === 'overview') return <CourseOverview data={data} />;
  if (tab === 'grades') return <Grades id={id} />;
  if (tab === 'announcements') return <CourseAnnouncements id={id} canTeach={canTeach} />;
  if (tab === 'people')
    return (
      <Suspense fallback={<Skeleton className="h-96" />}>
        <CoursePeople id={id} isTeacher={isTeacher} />
      </Suspense>
    );
  if (tab === 'files') return <CourseFiles id={id} canTeach={canTeach} />;
  return <Work key={tab} id={id} isQuizzes={tab === 'quizzes'} isTeacher={isTeacher} />;
}

function Work({
  id,
  isQuizzes,
  isTeacher,
}: {
  id: string;
  isQuizzes: boolean;
  isTeacher: boolean;
}) {
  const { t } = useMessages();
  const assignments = useQuery({ ...assignmentsQuery(id), enabled: !isQuizzes });
  const quizzes = useQuery({ ...quizzesQuery(id), enabled: isQuizzes });
  return (
    <QueryBoundary
      query={isQuizzes ? quizzes : assignments}
      showsRefetchError
      empty={{
        icon: isQuizzes ? Timer : FileText,
        title: t(isQuizzes ? 'courses.noQuizzes' : 'courses.noAssignments'),
      }}
    >
      {({ items }) => (
        <RowList isCard label={t(isQuizzes ? 'courses.tab_quizzes' : 'courses.tab_assignments')}>
          {items.map((work) => (
            <WorkRow key={work.id} work={work} isTeacher={isTeacher} />
          ))}
        </RowList>
      )}
    </QueryBoundary>
  );
}

function Grades({ id }: { id: string }) {
  const { t } = useMessages();
  const query = useQuery(gradesQuery(id));
  return (
    <QueryBoundary
      query={query}
      showsRefetchError
      empty={{ icon: FileText, title: t('courses.notGradedYet') }}
    >
      {(grades) => <GradesPanel grades={grades} />}
    </QueryBoundary>
  );
}
