import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { useParams } from '../../../lib/page.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { electionSettings } from '../elections.data.ts';
import english from '../messages/en.json';

addEnglish(english);

/** The settings of an election, for managers. */
export function SetupPage() {
  const { t } = useMessages();
  const { electionId = '' } = useParams();
  const query = useQuery(electionSettings(electionId));
  usePageTitle(query.data?.election.title ?? t('elections.title'));
  return (
    <Page width="read">
      <QueryBoundary query={query} isPage isEmpty={() => false}>
        {({ election }) => <PageHeader title={election.title} />}
      </QueryBoundary>
    </Page>
  );
}
