import { useQuery } from '@tanstack/react-query';
import { Vote } from 'lucide-react';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useParams } from '../../../lib/page.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { electionQuery } from '../elections.data.ts';
import english from '../messages/en.json';

addEnglish(english);

/** An election, for voters, candidates and readers of its result. */
export function ElectionPage() {
  const { t } = useMessages();
  const { electionId = '' } = useParams();
  const query = useQuery(electionQuery(electionId));
  usePageTitle(query.data?.title ?? t('elections.title'));
  return (
    <Page width="read">
      <QueryBoundary
        query={query}
        isPage
        skeleton={['h-24', 'h-72']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: Vote,
            title: t('elections.notFound'),
            body: t('elections.notFoundBody'),
          },
        }}
      >
        {(election) => <PageHeader title={election.title} />}
      </QueryBoundary>
    </Page>
  );
}
