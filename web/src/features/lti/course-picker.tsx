import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import type { LaunchTarget } from '#contract/lti/endpoints.ts';
import { connectCourse, readCourse } from '#contract/lti/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { LaunchFrame } from './launch-frame.tsx';

/**
 * Shown for an LMS course that isn't connected to a course here. A teacher selects the matching course; others see an
 * explanation.
 */
export function CoursePicker({ target: { course, isTeacher } }: { target: LaunchTarget }) {
  const { t } = useMessages();
  return (
    <LaunchFrame
      title={t(isTeacher ? 'lti.courseTitle' : 'lti.courseWaiting', {
        title: course?.title ?? '',
      })}
      body={t(isTeacher ? 'lti.courseTeacher' : 'lti.courseStudent')}
    >
      {isTeacher && course !== null && <Sections id={course.id} />}
      <Link
        to={paths.courses}
        className={buttonClass({ variant: isTeacher ? 'quiet' : 'primary' })}
      >
        {t(isTeacher ? 'lti.notNow' : 'lti.myCourses')}
      </Link>
    </LaunchFrame>
  );
}

function Sections({ id }: { id: string }) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const query = useQuery(callQuery(readCourse, { id }));
  const connect = useAction((section: string) => call(connectCourse, { id, section }), {
    onSuccess: ({ path }) => void navigate({ href: path ?? paths.courses, replace: true }),
  });
  return (
    <div className="w-full text-start">
      <QueryBoundary
        query={query}
        skeleton={['h-16', 'h-16']}
        isEmpty={({ sections }) => sections.length === 0}
        empty={{ icon: BookOpen, title: t('lti.noSections') }}
      >
        {({ sections }) => (
          <RowList label={t('lti.sections')} isCard>
            {sections.map(({ id: section, number, title, name, term }) => (
              <Row
                key={section}
                mark={
                  <RowIcon>
                    <BookOpen size={20} aria-hidden />
                  </RowIcon>
                }
                title={`${number} • ${title}`}
                lines={[[name, term].filter(Boolean).join(' • ')]}
                end={
                  <Button
                    label={t('lti.chooseNamed', { title: `${number} ${name ?? ''}`.trim() })}
                    isPending={connect.pendingInput === section}
                    onClick={() => connect.run(section)}
                  >
                    {t('lti.choose')}
                  </Button>
                }
              />
            ))}
          </RowList>
        )}
      </QueryBoundary>
    </div>
  );
}
