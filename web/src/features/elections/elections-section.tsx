import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { ElectionList } from './election-list.tsx';
import english from './messages/en.json';

addEnglish(english);

/** All elections of the school and its clubs, for staff. */
export function ElectionsSection() {
  const { t } = useMessages();
  usePageTitle(t('elections.title'));
  return <ElectionList />;
}
