import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, ChevronRight } from 'lucide-react';
import type { AcademicCourse } from '#contract/courses/endpoints.ts';
import type { ReplyOf } from '#contract/call.ts';
import { listCourses } from '#contract/courses/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { RowList } from '../../kit/row-list.tsx';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { SideColumn } from '../../shell/side-column.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { FaceStack } from '../../ui/face-stack.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ConnectCard } from './connect-card.tsx';
import {
  classTime,
  CourseMark,
  isNow,
  NewsLine,
  SourceLine,
  SourceNote,
  WorkRow,
} from './course-parts.tsx';
import { changeSettings, coursesQuery, dueQuery, newsQuery } from './courses.data.ts';
import { DisconnectButton } from './disconnect-button.tsx';
import { GradeTrend } from './grade-trend.tsx';
import english from './messages/en.json';

addEnglish(english);

type Courses = ReplyOf<typeof listCourses>;

/** The user's courses of a term, upcoming due dates and news. */
export function CoursesPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const term = useSearch().term;
  const query = useQuery(coursesQuery(term));
  const data = query.data;
  const terms = data?.terms ?? [];
  const isWide = useMinWidth('md');
  return (
    <Page>
      <PageHeader title={t('nav.courses')} note={data?.term?.name}>
        {data && isWide && <SourceLine source={data.source} />}
        {/* Teachers, and students without courses this term, can be connected too. */}
        {data?.source.state === 'connected' && <DisconnectButton source={data.source} />}
        {terms.length > 1 && (
          <Select
            label={t('courses.term')}
            isLabelHidden
            value={data?.term?.code ?? ''}
            onChange={(code) =>
              void navigate({ to: paths.courses, search: { term: code }, replace: true })
            }
            options={terms.map(({ code, name }) => ({ value: code, label: name }))}
          />
        )}
      </PageHeader>
      {/* On phones, the header has no space for it. */}
      {data && !isWide && <SourceLine source={data.source} />}
      {data && <ConnectCard source={data.source} />}
      {data && <SourceNote source={data.source} />}
      <QueryBoundary
        query={query}
        isPage
        showsRefetchError
        skeleton={['h-96', 'h-64']}
        empty={{
          icon: BookOpen,
          title: t('courses.none'),
          body: t('courses.noneBody'),
          action: <FirstStep />,
          isPage: true,
        }}
      >
        {(shown) => <Overview data={shown} />}
      </QueryBoundary>
    </Page>
  );
}

/** What helps without courses: admins import them, and others can add their classes to the calendar. */
function FirstStep() {
  const { t } = useMessages();
  const canImport = useHasPermission('imports.manage');
  return (
    <Link
      to={canImport ? paths.adminImport : paths.calendar}
      className={buttonClass({ variant: 'primary' })}
    >
      {t(canImport ? 'courses.noneImport' : 'courses.noneAction')}
    </Link>
  );
}

function Overview({ data }: { data: Courses }) {
  const { t } = useMessages();
  const studies = data.items.some(({ role }) => role === 'student');
  const isWide = useMinWidth('md');
  const taught = data.items.filter(({ role }) => role !== 'student');
  const taken = data.items.filter(({ role }) => role === 'student');
  const lists = (
    <>
      {taken.length > 0 && <CourseTable label={t('courses.mine')} courses={taken} />}
      {taught.length > 0 && <CourseTable label={t('courses.taught')} courses={taught} isTaught />}
    </>
  );
  // The cards are shown together, because the due dates would move the content below them.
  const queries = [useQuery({ ...dueQuery(), enabled: studies }), useQuery(newsQuery())];
  return (
    <WhenSettled queries={queries} skeleton={['h-96', 'h-64']}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {/* On phones, due dates are at the top. */}
          {isWide && lists}
          {studies && <DueNext most={isWide ? 8 : 4} />}
          {!isWide && lists}
        </div>
        <SideColumn>
          <NewsCard />
          {data.classmates.total > 0 && (
            <Card title={t('courses.classmates')}>
              <div className="flex flex-wrap items-center gap-3">
                <FaceStack people={data.classmates.people} shown={4} size={2.25} />
                <p className="min-w-0 flex-1 text-sm text-ink-2">
                  {t('courses.classmatesBody', { count: data.classmates.total })}
                </p>
              </div>
            </Card>
          )}
          {studies && <SettingsCard data={data} />}
        </SideColumn>
      </div>
    </WhenSettled>
  );
}

function CourseTable({
  label,
  courses,
  isTaught = false,
}: {
  label: string;
  courses: readonly AcademicCourse[];
  isTaught?: boolean;
}) {
  const { t } = useMessages();
  return (
    <section className="card overflow-hidden" aria-label={label}>
      <div className="hidden gap-4 border-b border-line px-5 py-3 text-sm font-medium text-ink-2 md:flex">
        <h2 className="flex-[2] text-sm! font-medium!">{label}</h2>
        <span className="flex-[1.5]">{t('courses.nextClass')}</span>
        {!isTaught && <span className="w-40 max-xl:hidden">{t('courses.newHead')}</span>}
        {!isTaught && <span className="w-24 text-end xl:w-32">{t('courses.gradeSoFar')}</span>}
        <span className="w-5" />
      </div>
      <h2 className="px-4 pt-4 md:hidden">{label}</h2>
      <ul className="divide-y divide-line">
        {courses.map((course) => (
          <CourseRow key={course.id} course={course} isTaught={isTaught} />
        ))}
      </ul>
    </section>
  );
}

function NextClass({ course }: { course: AcademicCourse }) {
  const messages = useMessages();
  const { t } = messages;
  const { nextClass: next } = course;
  if (next === null) return <span aria-hidden>–</span>;
  return (
    <>
      {isNow(next.dateStart) ? (
        <span className="font-bold text-brand-text">{t('courses.now')}</span>
      ) : (
        <time dateTime={next.dateStart}>{classTime(next.dateStart, messages)}</time>
      )}
      {next.location !== null && (
        <>
          {', '}
          <bdi>{next.location}</bdi>
        </>
      )}
    </>
  );
}

function CourseRow({ course, isTaught }: { course: AcademicCourse; isTaught: boolean }) {
  const { t, number } = useMessages();
  const { grade, news, teachers, trend } = course;
  const fresh = [
    news.grades > 0 && t('courses.newGrades', { count: news.grades }),
    news.announcements > 0 && t('courses.newAnnouncements', { count: news.announcements }),
  ].filter((one) => one !== false);
  const who = isTaught ? (course.section ?? '') : teachers.map(({ name }) => name).join(', ');
  return (
    <li>
      <Link
        to={paths.course}
        params={{ courseId: course.id }}
        className="flex min-h-16 items-center gap-3 px-4 py-3 transition-colors duration-150 hover:bg-fill md:gap-4 md:px-5"
      >
        <span className="flex min-w-0 flex-[2] items-center gap-3">
          <CourseMark number={course.number} />
          <span className="grid min-w-0">
            <span className="font-medium wrap-anywhere" dir="auto">
              {course.title}
            </span>
            <span className="text-sm text-ink-2 max-md:hidden" dir="auto">
              {who}
            </span>
            <span className="text-sm text-ink-2 md:hidden">
              <NextClass course={course} />
            </span>
            {fresh.length > 0 && (
              <span className="mt-1 flex flex-wrap gap-1 xl:hidden">
                {fresh.map((one) => (
                  <Pill key={one} tone="brand">
                    {one}
                  </Pill>
                ))}
              </span>
            )}
          </span>
        </span>
        <span className="flex-[1.5] text-sm max-md:hidden">
          <NextClass course={course} />
        </span>
        {!isTaught && (
          <span className="flex w-40 flex-wrap gap-1 max-xl:hidden">
            {fresh.length === 0 ? (
              <span aria-hidden>–</span>
            ) : (
              fresh.map((one) => (
                <Pill key={one} tone="brand">
                  {one}
                </Pill>
              ))
            )}
          </span>
        )}
        {!isTaught && (
          <span className="flex items-center justify-end gap-3 md:w-24 xl:w-32">
            <span className="contents max-xl:hidden">
              <GradeTrend values={trend} />
            </span>
            <span className="min-w-10 text-end font-bold">
              {grade === null
                ? ''
                : (grade.label ?? (grade.percent === null ? '' : number(grade.percent)))}
              <span className="sr-only">{t('courses.gradeSoFar')}</span>
            </span>
          </span>
        )}
        <ChevronRight
          size={20}
          aria-hidden
          className="shrink-0 text-ink-2 max-md:hidden rtl:-scale-x-100"
        />
      </Link>
    </li>
  );
}

function DueNext({ most }: { most: number }) {
  const { t } = useMessages();
  const query = useQuery(dueQuery());
  return (
    <Card
      title={t('courses.dueNext')}
      aside={
        <Link to={paths.coursesDue} className="text-sm text-brand-text underline">
          {t('courses.allDue')}
        </Link>
      }
    >
      <QueryBoundary
        query={query}
        isSmall
        empty={{ icon: BookOpen, title: t('courses.nothingDue') }}
        skeleton={['h-16', 'h-16']}
      >
        {({ items }) => (
          <RowList label={t('courses.dueNext')}>
            {items.slice(0, most).map((work) => (
              <WorkRow key={work.id} work={work} showsCourse />
            ))}
          </RowList>
        )}
      </QueryBoundary>
    </Card>
  );
}

function NewsCard() {
  const { t } = useMessages();
  const query = useQuery(newsQuery());
  return (
    <Card title={t('courses.announcements')}>
      <QueryBoundary
        query={query}
        isSmall
        empty={{ icon: BookOpen, title: t('courses.noAnnouncements') }}
        skeleton={['h-12', 'h-12']}
      >
        {({ items }) => (
          <ul className="divide-y divide-line">
            {items.slice(0, 4).map((one) => (
              <NewsLine key={one.id} announcement={one} showsCourse />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Card>
  );
}

function SettingsCard({ data }: { data: Courses }) {
  const { t } = useMessages();
  const { settings } = data;
  const change = useAction(changeSettings, { invalidates: [listCourses] });
  return (
    <Card title={t('courses.settings')}>
      <Switch
        label={t('courses.showsGrades')}
        description={t('courses.showsGradesBody')}
        isOn={change.pendingInput ?? settings.showsGrades}
        onChange={(isOn) => change.run(isOn)}
      />
    </Card>
  );
}
