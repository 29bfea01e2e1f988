import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Vote } from 'lucide-react';
import type { ElectionItem } from '#contract/elections/endpoints.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { electionPages } from './elections.data.ts';
import english from './messages/en.json';
import { PhasePill } from './phase-pill.tsx';

addEnglish(english);

/** The elections that the user manages, stands in or can vote in. */
export function ElectionsPage() {
  const { t } = useMessages();
  usePageTitle(t('elections.title'));
  const query = useInfiniteQuery(electionPages());
  return (
    <Page width="read">
      <PageHeader title={t('elections.title')} />
      <ListPage
        query={query}
        intro={t('elections.intro')}
        empty={{ icon: Vote, title: t('elections.none') }}
      >
        {({ pages }) => (
          <>
            <RowList isCard label={t('elections.title')}>
              {pages.flatMap(({ items }) =>
                items.map((one) => <ElectionRow key={one.id} election={one} />),
              )}
            </RowList>
            <LoadMore query={query} />
          </>
        )}
      </ListPage>
    </Page>
  );
}

function ElectionRow({ election }: { election: ElectionItem }) {
  const { date } = useMessages();
  return (
    <Row
      mark={
        <RowIcon>
          <Vote size={20} strokeWidth={1.75} aria-hidden />
        </RowIcon>
      }
      title={
        <Link
          to={election.phase === 'draft' ? paths.electionSetup : paths.election}
          params={{ electionId: election.id }}
          className="rounded-sm hover:underline"
        >
          {election.title}
        </Link>
      }
      aside={<PhasePill phase={election.phase} />}
      lines={[
        election.club && <bdi key="club">{election.club.name}</bdi>,
        `${date(election.opensAt, 'moment')} – ${date(election.closesAt, 'moment')}`,
      ]}
    />
  );
}
