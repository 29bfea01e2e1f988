import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, FileText, RefreshCw, Timer, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type {
  AcademicAnnouncement,
  AcademicSource,
  AcademicWork,
} from '#contract/courses/endpoints.ts';
import type { ReplyOf } from '#contract/call.ts';
import type { listCoursePeople } from '#contract/courses/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { Row, RowIcon } from '../../kit/row-list.tsx';
import { dateFormat } from '../../lib/date-format.ts';
import { useMinWidth } from '../../lib/media.ts';
import type { Messages } from '../../lib/messages.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Pill } from '../../ui/pill.tsx';
import { refresh } from './courses.data.ts';
import { kindColors } from '../../ui/kind-grounds.ts';

type CoursePerson = ReplyOf<typeof listCoursePeople>['items'][number];

/** Returns a fixed color for a course, based on the letters before its number. */
const colorOf = (number: string): string => {
  let sum = 0;
  for (const sign of number.replace(/\d.*$/, ''))
    sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 997;
  return kindColors[sum % kindColors.length] ?? kindColors[0];
};

/** The course number on its color. The title next to it is the label. */
export function CourseMark({ number, isLarge = false }: { number: string; isLarge?: boolean }) {
  const [letters = '', ...digits] = number.split(' ');
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-content-center overflow-hidden rounded-[0.6rem] text-center leading-tight font-bold ${isLarge ? 'size-14 text-sm' : 'size-11 text-xs'} ${colorOf(number)}`}
    >
      <span className="truncate px-0.5">{letters}</span>
      {digits.length > 0 && <span>{digits.join(' ')}</span>}
    </span>
  );
}

/** Returns a due date as text: Tonight, 11:59 PM; tomorrow; Mon, Nov 23. The time is shown for the next two days. */
export const dueText = (dueAt: string, { t, locale, date }: Messages): string => {
  const at = new Date(dueAt);
  const now = new Date();
  const days = Math.round(
    (new Date(at.toDateString()).getTime() - new Date(now.toDateString()).getTime()) / 86_400_000,
  );
  const time = date(at, 'time');
  if (days === 0) return t(at.getHours() >= 18 ? 'courses.tonight' : 'courses.today', { time });
  if (days === 1) return t('courses.tomorrow', { time });
  return dateFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(Math.abs(days) > 300 && { year: 'numeric' }),
  }).format(at);
};

/** Returns a class time as text: Thu 4:00 PM. More than a week away, it includes the date. */
export const classTime = (start: string, { locale, date }: Messages): string =>
  Date.parse(start) - Date.now() < 6 * 86_400_000
    ? dateFormat(locale, { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(
        new Date(start),
      )
    : date(start, 'day and time');

/** Returns whether something has started. */
export const isNow = (start: string): boolean => Date.parse(start) <= Date.now();

const isSoon = ({ dueAt, state }: AcademicWork): boolean =>
  state === 'todo' && dueAt !== null && Date.parse(dueAt) - Date.now() < 2 * 86_400_000;

/** Returns a score without trailing zeros. */
export const scoreText = ({ number }: Messages, score: number): string =>
  number(Math.round(score * 100) / 100);

/** The status of an assignment: done, late, missing, or none. */
export function WorkState({ work }: { work: AcademicWork }) {
  const messages = useMessages();
  const { t } = messages;
  const { state, score, points, label, isLate } = work;
  const late = isLate && <Pill tone="warn">{t('courses.late')}</Pill>;
  if (state === 'graded')
    return (
      <>
        {work.isNew && <Pill tone="brand">{t('courses.new')}</Pill>}
        {late}
        <span className="font-bold whitespace-nowrap">
          {label ??
            (score === null
              ? t('courses.state_graded')
              : points === null
                ? scoreText(messages, score)
                : t('courses.scoreOf', {
                    score: scoreText(messages, score),
                    points: scoreText(messages, points),
                  }))}
        </span>
      </>
    );
  if (state === 'submitted')
    return (
      <>
        {late}
        <Pill tone="good" icon={CircleCheck}>
          {t('courses.state_submitted')}
        </Pill>
      </>
    );
  if (state === 'missing')
    return (
      <Pill tone="bad" icon={CircleAlert}>
        {t('courses.state_missing')}
      </Pill>
    );
  return <span className="text-sm text-ink-2">{t(`courses.state_${state}`)}</span>;
}

/** The number of students who submitted an assignment, and how many submissions a teacher has yet to grade. */
function ClassProgress({ work: { progress } }: { work: AcademicWork }) {
  const { t, number } = useMessages();
  if (progress === null || progress.students === 0) return null;
  const { students, submitted, graded } = progress;
  return (
    <>
      {submitted > graded && (
        <Pill tone="warn">{t('courses.toGrade', { count: submitted - graded })}</Pill>
      )}
      <span className="text-sm whitespace-nowrap text-ink-2">
        {t('courses.submittedOf', { submitted: number(submitted), students: number(students) })}
      </span>
    </>
  );
}

/** An assignment in a list. `showsCourse` is for lists across courses. `share` is its percentage of the grade. */
export function WorkRow({
  work,
  showsCourse = false,
  isTeacher = false,
  share = null,
}: {
  work: AcademicWork;
  showsCourse?: boolean;
  isTeacher?: boolean;
  share?: number | null;
}) {
  const messages = useMessages();
  const { t } = messages;
  const { kind, title, course, dueAt, part, minutes, attempts, url, comment, points } = work;
  const Icon = kind === 'quiz' ? Timer : FileText;
  // On wide screens, the dates are aligned at the end.
  const isWide = useMinWidth('md') && !isTeacher;
  const due = dueAt !== null && (
    <time
      key="due"
      dateTime={dueAt}
      className={`${isSoon(work) ? 'font-bold text-warn' : ''} ${isWide ? 'min-w-36 text-end text-sm' : ''}`}
    >
      {t('courses.due', { when: dueText(dueAt, messages) })}
    </time>
  );
  const facts = [
    showsCourse ? course.title : t(`courses.kind_${kind}`),
    showsCourse ? null : part?.title,
    minutes === null ? null : t('courses.minutes', { count: minutes }),
    attempts === null ? null : t('courses.attempts', { count: attempts }),
    isTeacher && points !== null ? t('courses.points', { count: points }) : null,
    share === null ? null : t('courses.share', { share }),
  ].filter((one) => one !== null && one !== undefined);
  return (
    <Row
      mark={
        showsCourse ? (
          <CourseMark number={course.number} />
        ) : (
          <RowIcon>
            <Icon size={20} strokeWidth={1.75} aria-hidden />
          </RowIcon>
        )
      }
      title={
        url === null ? (
          showsCourse ? (
            <Link
              to={paths.course}
              params={{ courseId: course.id }}
              search={{ tab: kind === 'quiz' ? 'quizzes' : 'assignments' }}
              className="hover:underline"
            >
              {title}
            </Link>
          ) : (
            title
          )
        ) : (
          <a href={url} target="_blank" rel="noreferrer" className="hover:underline">
            {title}
          </a>
        )
      }
      lines={[
        facts.join(' • '),
        !isWide && due,
        comment === null ? null : <q key="comment">{comment}</q>,
      ]}
      end={
        isTeacher ? (
          <ClassProgress work={work} />
        ) : (
          <>
            {/* Before the due date, “Not submitted” is implied. */}
            {work.state === 'todo' ? (
              <span className="sr-only">{t('courses.state_todo')}</span>
            ) : (
              <WorkState work={work} />
            )}
            {isWide && due}
          </>
        )
      }
    />
  );
}

/**
 * An announcement in a short list. New ones are bold. It links to the course's announcements. `showsCourse` is for lists
 * across courses.
 */
export function NewsLine({
  announcement: one,
  showsCourse = false,
}: {
  announcement: AcademicAnnouncement;
  showsCourse?: boolean;
}) {
  const { t, ago } = useMessages();
  return (
    <li className="py-2.5 first:pt-0 last:pb-0">
      <Link
        to={paths.course}
        params={{ courseId: one.course.id }}
        search={{ tab: 'announcements' }}
        className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-1 hover:underline"
      >
        <span className="pt-1.5">
          {one.isNew && (
            <>
              <span aria-hidden className="block size-2 rounded-full bg-brand" />
              <span className="sr-only">{t('courses.new')}</span>
            </>
          )}
        </span>
        <span className={one.isNew ? 'font-bold' : ''} dir="auto">
          {one.title}
        </span>
        <span className="col-start-2 block text-sm text-ink-2 first-letter:uppercase">
          {showsCourse && (
            <>
              <bdi>{one.course.title}</bdi>
              {' • '}
            </>
          )}
          {ago(one.postedAt)}
        </span>
      </Link>
    </li>
  );
}

/** A person in a course. It shows the role of teachers and assistants, and whether students are the user's connections. */
export function PersonRow({
  person,
  end,
  showsDropped = false,
}: {
  person: CoursePerson;
  end?: ReactNode;
  showsDropped?: boolean;
}) {
  const { t } = useMessages();
  const name = `${person.firstName} ${person.lastName}`.trim();
  return (
    <Row
      mark={<Avatar name={name} photoUrl={person.photoUrl} />}
      isQuiet={person.dropped}
      title={
        <Link to={paths.profile} search={{ uid: person.uid }} className="hover:underline">
          {name}
        </Link>
      }
      aside={
        person.dropped && showsDropped ? (
          <Pill>{t('courses.dropped')}</Pill>
        ) : person.isConnected ? (
          <Pill tone="brand">{t('courses.connectedPerson')}</Pill>
        ) : null
      }
      lines={[person.role === 'student' ? null : t(`courses.role_${person.role}`)]}
      end={end}
    />
  );
}

/** Shows the source of the data and its age, with a button to sync. It also syncs automatically when due. */
export function SourceLine({ source }: { source: AcademicSource }) {
  const { t, ago } = useMessages();
  const read = useAction((isPressed: boolean) => refresh(isPressed), { isQuiet: true });
  const asked = useRef(false);
  const { isDue } = source;
  const { run } = read;
  useEffect(() => {
    if (!isDue || asked.current) return;
    asked.current = true;
    run(false);
  }, [isDue, run]);
  // Update the age while the page is open.
  useQuery({ queryKey: ['courses', 'minute'], queryFn: () => Date.now(), refetchInterval: 60_000 });
  const { schoolReadAt } = source;
  const isConnected = source.state === 'connected';
  if (!isConnected && schoolReadAt === null) return null;
  const name = source.name ?? '';
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
      {isConnected && (
        <span className="flex items-center gap-1">
          <IconButton
            size="sm"
            icon={RefreshCw}
            label={t('courses.refresh', { name })}
            isPending={read.isPending}
            onClick={() => run(true)}
          />
          <span>
            {source.readAt === null
              ? t('courses.neverRead', { name })
              : t('courses.readAt', { name, when: ago(source.readAt) })}
          </span>
        </span>
      )}
      {schoolReadAt !== null && (
        <span>{t('courses.schoolReadAt', { when: ago(schoolReadAt) })}</span>
      )}
    </span>
  );
}

/** Explains why the LMS sync failed. The page shows the last synced data. */
export function SourceNote({ source }: { source: AcademicSource }) {
  const { t, date } = useMessages();
  if (source.problem === null) return null;
  return (
    <Note
      tone="warn"
      icon={TriangleAlert}
      title={t(`courses.problem_${source.problem}`, { name: source.name ?? '' })}
    >
      {source.readAt !== null && source.problem !== 'forbidden' && (
        <p>{t('courses.lastCopy', { when: date(source.readAt, 'moment') })}</p>
      )}
    </Note>
  );
}
