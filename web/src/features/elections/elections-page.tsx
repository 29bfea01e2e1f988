import { addEnglish, useMessages } from '../../lib/messages.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { ElectionList } from './election-list.tsx';
import english from './messages/en.json';

addEnglish(english);

/** The user's elections. */
export function ElectionsPage() {
  const { t } = useMessages();
  return (
    <Page width="read">
      <PageHeader title={t('elections.title')} />
      <ElectionList />
    </Page>
  );
}
