import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Calculator, FileText, Megaphone, Users } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import type { ReplyOf } from '#contract/call.ts';
import type { getCourse, listCoursePeople } from '#contract/courses/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { WhenSettled } from '../../kit/when-settled.tsx';
import { RowList } from '../../kit/row-list.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { SideColumn } from '../../shell/side-column.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { NewsLine, PersonRow, WorkRow } from './course-parts.tsx';
import {
  assignmentsQuery,
  courseNewsQuery,
  gradesQuery,
  peoplePages,
  quizzesQuery,
} from './courses.data.ts';
import { GradeParts } from './grades-panel.tsx';
import { mostRelevant, shareOfGrade } from './work-order.ts';

const BookButton = lazyComponent(() => import('../booking/book-button.tsx'), 'BookButton');

type Course = ReplyOf<typeof getCourse>;
type People = ReplyOf<typeof listCoursePeople>['items'];
type Tab = 'assignments' | 'grades' | 'announcements' | 'people';

/** Maximum number of rows per card. The tabs show all. */
const most = { work: 5, announcements: 3, people: 4 };

/** A student's overview of a course: due dates, grade, news and contacts. */
export function CourseOverview({ data }: { data: Course }) {
  const { id } = data.course;
  const hasQuizzes = data.counts.quizzes > 0;
  // The cards are shown together, because the work would move the cards below it.
  const queries = [
    useQuery(assignmentsQuery(id)),
    useQuery({ ...quizzesQuery(id), enabled: hasQuizzes }),
    useQuery(gradesQuery(id)),
    useQuery(courseNewsQuery(id)),
  ];
  return (
    <WhenSettled
      queries={queries}
      className="grid gap-5"
      skeleton={['h-96 lg:me-85', 'h-72 lg:me-85']}
    >
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <WorkCard id={id} hasQuizzes={hasQuizzes} />
          <GradesCard id={id} />
        </div>
        <SideColumn>
          <AnnouncementsCard id={id} />
          {data.counts.people > 0 && <PeopleCard id={id} count={data.counts.people} />}
        </SideColumn>
      </div>
    </WhenSettled>
  );
}

/** A link to a tab of the course. */
function ToTab({ id, tab, children }: { id: string; tab: Tab; children: ReactNode }) {
  return (
    <Link
      to={paths.course}
      params={{ courseId: id }}
      search={{ tab }}
      replace
      resetScroll={false}
      className="text-sm text-brand-text underline"
    >
      {children}
    </Link>
  );
}

function WorkCard({ id, hasQuizzes }: { id: string; hasQuizzes: boolean }) {
  const { t } = useMessages();
  const assignments = useQuery(assignmentsQuery(id));
  const quizzes = useQuery({ ...quizzesQuery(id), enabled: hasQuizzes });
  const grades = useQuery(gradesQuery(id)).data;
  const shown = mostRelevant(
    [...(assignments.data?.items ?? []), ...(quizzes.data?.items ?? [])],
    most.work,
  );
  return (
    <Card
      title={t('courses.tab_assignments')}
      aside={
        <ToTab id={id} tab="assignments">
          {t('courses.allDue')}
        </ToTab>
      }
    >
      <QueryBoundary
        // Wait for both lists before showing either.
        query={hasQuizzes && assignments.isSuccess ? quizzes : assignments}
        isSmall
        isEmpty={() => shown.length === 0}
        empty={{ icon: FileText, title: t('courses.noAssignments') }}
        skeleton={['h-16', 'h-16', 'h-16']}
      >
        {() => (
          <RowList label={t('courses.tab_assignments')}>
            {shown.map((work) => (
              <WorkRow
                key={work.id}
                work={work}
                share={grades === undefined ? null : shareOfGrade(work, grades)}
              />
            ))}
          </RowList>
        )}
      </QueryBoundary>
    </Card>
  );
}

function GradesCard({ id }: { id: string }) {
  const { t } = useMessages();
  const query = useQuery(gradesQuery(id));
  // Without graded work, there is no grade to explain.
  if (query.data?.items.length === 0) return null;
  return (
    <section
      // The grade parts fill the card to its edges. Other content has padding.
      className={`card overflow-hidden ${query.isSuccess ? '' : 'p-4 sm:p-5'}`}
      aria-label={t('courses.grades')}
    >
      <QueryBoundary query={query} isSmall isEmpty={() => false} skeleton={['h-48']}>
        {(grades) => (
          <>
            <GradeParts grades={grades} />
            <div className="flex justify-end border-t border-line bg-fill/50 px-4 py-2 sm:px-5">
              <Link
                to={paths.course}
                params={{ courseId: id }}
                search={{ tab: 'grades' }}
                replace
                className={buttonClass({ variant: 'quiet' })}
              >
                <Calculator size={20} strokeWidth={1.75} aria-hidden />
                {t('courses.suppose')}
              </Link>
            </div>
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function AnnouncementsCard({ id }: { id: string }) {
  const { t } = useMessages();
  const query = useQuery(courseNewsQuery(id));
  const more = (query.data?.items.length ?? 0) > 0;
  return (
    <Card
      title={t('courses.announcements')}
      aside={
        more && (
          <ToTab id={id} tab="announcements">
            {t('courses.allDue')}
          </ToTab>
        )
      }
    >
      <QueryBoundary
        query={query}
        isSmall
        empty={{ icon: Megaphone, title: t('courses.noAnnouncements') }}
        skeleton={['h-12', 'h-12']}
      >
        {({ items }) => (
          <ul className="divide-y divide-line">
            {items.slice(0, most.announcements).map((one) => (
              <NewsLine key={one.id} announcement={one} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Card>
  );
}

/** Returns teachers and connections, or the first people if there are none. */
const nearPeople = (all: People): People => {
  const near = all.filter(({ role, isConnected }) => role !== 'student' || isConnected);
  return (near.length > 0 ? near : all).slice(0, most.people);
};

function PeopleCard({ id, count }: { id: string; count: number }) {
  const { t } = useMessages();
  const query = useInfiniteQuery(peoplePages(id));
  return (
    <Card
      title={t('courses.tab_people')}
      aside={
        <ToTab id={id} tab="people">
          {t('courses.allPeople', { count })}
        </ToTab>
      }
    >
      <QueryBoundary
        query={query}
        isSmall
        empty={{ icon: Users, title: t('courses.noPeople') }}
        skeleton={['h-12', 'h-12']}
      >
        {({ pages }) => (
          <RowList label={t('courses.tab_people')}>
            {nearPeople(pages[0]?.items ?? []).map((person) => (
              <PersonRow
                key={person.uid}
                person={person}
                end={
                  person.role !== 'student' && (
                    <Suspense fallback={null}>
                      <BookButton uid={person.uid} />
                    </Suspense>
                  )
                }
              />
            ))}
          </RowList>
        )}
      </QueryBoundary>
    </Card>
  );
}
