import { Link, useNavigate } from '@tanstack/react-router';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ListChecks, Settings2 } from 'lucide-react';
import type { SubmissionRow } from '#contract/approvals/endpoints.ts';
import { approvalKinds, submissionLists, type SubmissionList } from '#contract/approvals/kinds.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { LoadMore, Row, RowList } from '../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useSearch } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Pill } from '../../ui/pill.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { submissionPages } from './approvals.data.ts';
import { kindName } from './kind-words.ts';
import english from './messages/en.json';
import { daysSince, personName, stageName, tones } from './submission-words.ts';

addEnglish(english);

/** Waiting times from this number of days on are highlighted. */
const longDays = 5;

/** A reviewer's submissions: waiting, all open ones and decided ones. The URL contains the selected list. */
export function ApprovalsPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const asked = useSearch()['list'];
  const list = submissionLists.find((one) => one === asked) ?? 'waiting';
  // Keep the count while another list loads.
  const { data } = useInfiniteQuery({
    ...submissionPages(list),
    placeholderData: keepPreviousData,
  });
  const first = data?.pages[0];
  return (
    <Page width="read">
      <PageHeader title={t('approvals.title')}>
        {first?.can.manage === true && approvalKinds.length > 0 && (
          <Link to={paths.adminApprovals} className={buttonClass()}>
            <Settings2 size={20} strokeWidth={1.9} aria-hidden />
            {/* The link comes later than the title. On phones, a long one would wrap, and move the page. */}
            <span className="max-sm:sr-only">{t('approvalSteps.title')}</span>
          </Link>
        )}
      </PageHeader>
      <Tabs
        label={t('approvals.tabs')}
        items={submissionLists.map((id) => ({
          id,
          label: t(`approvals.list_${id}`),
          ...(id === 'waiting' && first && { count: first.waiting, isMarked: true }),
        }))}
        selected={list}
        onSelect={(next) =>
          void navigate({
            to: paths.approvals,
            search: next === 'waiting' ? {} : { list: next },
            replace: true,
            resetScroll: false,
          })
        }
      >
        <ListOf key={list} list={list} />
      </Tabs>
    </Page>
  );
}

function ListOf({ list }: { list: SubmissionList }) {
  const { t } = useMessages();
  const query = useInfiniteQuery(submissionPages(list));
  return (
    <QueryBoundary
      query={query}
      showsRefetchError
      empty={{
        icon: ListChecks,
        title: t(`approvals.none_${list}`),
        body: t(`approvals.none_${list}Body`),
      }}
    >
      {({ pages }) => (
        <div className="grid gap-4">
          <RowList isCard label={t(`approvals.list_${list}`)}>
            {pages.flatMap(({ items }) =>
              items.map((row) => <SubmissionItem key={row.id} row={row} list={list} />),
            )}
          </RowList>
          <LoadMore query={query} />
        </div>
      )}
    </QueryBoundary>
  );
}

function SubmissionItem({ row, list }: { row: SubmissionRow; list: SubmissionList }) {
  const { t, date } = useMessages();
  const name = row.club?.name ?? personName(t, row.submitter, row.submitterName);
  const days = row.waitingSince === null ? 0 : daysSince(row.waitingSince);
  const title = row.title === '' ? kindName(t, row.kind) : row.title;
  const when = (
    <span
      key="when"
      className={list !== 'decided' && days >= longDays ? 'font-bold text-warn' : 'text-ink-2'}
    >
      {row.endedAt === null
        ? t('approvals.waitedDays', { count: days })
        : date(row.endedAt, 'short')}
    </span>
  );
  return (
    <Row
      mark={
        <Avatar
          name={name}
          photoUrl={row.club ? null : row.submitter?.photoUrl}
          size={2.75}
          shape={row.club ? 'square' : 'round'}
        />
      }
      title={
        <Link
          to={paths.approval}
          params={{ submissionId: row.id }}
          className="rounded-sm hover:underline"
        >
          {title}
        </Link>
      }
      aside={
        list === 'waiting' ? null : (
          <Pill tone={tones[row.state]}>{t(`approvals.state_${row.state}`)}</Pill>
        )
      }
      lines={[
        [
          kindName(t, row.kind),
          ...(row.club ? [row.club.name] : []),
          personName(t, row.submitter, row.submitterName),
        ].join(' • '),
        row.step !== null &&
          row.step.count > 1 &&
          t('approvals.stepOf', {
            place: row.step.place + 1,
            count: row.step.count,
            name: stageName(t, row.step.name),
          }),
        list === 'waiting' && when,
      ]}
      end={
        list === 'waiting' ? (
          <Link
            to={paths.approval}
            params={{ submissionId: row.id }}
            aria-label={t('approvals.reviewOf', { title })}
            className={buttonClass({ variant: 'soft' })}
          >
            {t('approvals.review')}
          </Link>
        ) : (
          <span className="pe-2 text-sm">{when}</span>
        )
      }
    />
  );
}
