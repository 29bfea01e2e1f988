import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import type { AcademicWork } from '#contract/courses/endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { RowList } from '../../kit/row-list.tsx';
import { useMinWidth } from '../../lib/media.ts';
import { addEnglish, useMessages, type MessageKey } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConnectCard } from './connect-card.tsx';
import { SourceLine, SourceNote, WorkRow } from './course-parts.tsx';
import { dueQuery } from './courses.data.ts';
import { dueWeekOf, dueWeeks } from './due-weeks.ts';
import english from './messages/en.json';

addEnglish(english);

const parts = ['open', 'past', 'done'] as const;
type Part = (typeof parts)[number];

const partOf = ({ state }: AcademicWork): Part =>
  state === 'missing' || state === 'ungraded' ? 'past' : state === 'todo' ? 'open' : 'done';
const labels = {
  open: 'courses.part_open',
  past: 'courses.part_past',
  done: 'courses.part_done',
} as const satisfies Record<Part, MessageKey>;

/** Number of days before and after today that the list covers. */
const span = { past: 130, ahead: 200 };
const dayMs = 86_400_000;

/** Due dates of all courses: to do, past due without a grade, and done. */
export function DuePage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const asked = useSearch().show;
  const isWide = useMinWidth('md');
  // Keep the same query while the page is open.
  const [asOf] = useState(() => {
    const today = new Date().setHours(0, 0, 0, 0);
    return {
      from: new Date(today - span.past * dayMs).toISOString(),
      to: new Date(today + span.ahead * dayMs).toISOString(),
    };
  });
  const query = useQuery(dueQuery(asOf));
  const part = parts.find((one) => one === asked) ?? 'open';
  const items = query.data?.items ?? [];
  const count = (one: Part) => items.filter((work) => partOf(work) === one).length;
  return (
    <Page width="read">
      <PageHeader
        title={t('courses.dueTitle')}
        back={<BackLink to={paths.courses}>{t('nav.courses')}</BackLink>}
      >
        {query.data && isWide && <SourceLine source={query.data.source} />}
      </PageHeader>
      {/* On phones, the header has no space for it. */}
      {!isWide && (
        <div className="min-h-9">{query.data && <SourceLine source={query.data.source} />}</div>
      )}
      {query.data && <ConnectCard source={query.data.source} />}
      {query.data && <SourceNote source={query.data.source} />}
      <Tabs
        label={t('courses.dueTitle')}
        items={parts.map((id) => ({ id, label: t(labels[id]), count: count(id) }))}
        selected={part}
        onSelect={(show) =>
          void navigate({ to: paths.coursesDue, search: { show }, replace: true })
        }
      >
        <QueryBoundary
          query={query}
          showsRefetchError
          empty={{ icon: CalendarCheck, title: t(`courses.none_${part}`) }}
          isEmpty={() => count(part) === 0}
        >
          {(data) => {
            const shown = data.items.filter((work) => partOf(work) === part);
            if (part === 'open') return <Weeks work={shown} />;
            // Most recent first.
            return (
              <RowList isCard label={t(labels[part])}>
                {shown.toReversed().map((work) => (
                  <WorkRow key={work.id} work={work} showsCourse />
                ))}
              </RowList>
            );
          }}
        </QueryBoundary>
      </Tabs>
    </Page>
  );
}

/** Work to do, by the week in which it is due. */
function Weeks({ work }: { work: readonly AcademicWork[] }) {
  const { t } = useMessages();
  const [now] = useState(() => new Date());
  return (
    <div className="grid gap-6">
      {dueWeeks.map((week) => {
        const shown = work.filter((one) => dueWeekOf(one, now) === week);
        if (shown.length === 0) return null;
        const title = t(`courses.week_${week}`);
        return (
          <section key={week} aria-label={title}>
            <h2 className="mb-2 text-lg!">{title}</h2>
            <RowList isCard label={title}>
              {shown.map((one) => (
                <WorkRow key={one.id} work={one} showsCourse />
              ))}
            </RowList>
          </section>
        );
      })}
    </div>
  );
}
