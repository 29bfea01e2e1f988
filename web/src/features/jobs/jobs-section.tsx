import { addEnglish, useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { ManagedJobs } from './managed-jobs.tsx';
import english from './messages/en.json';

addEnglish(english);

/** All jobs of the school and its clubs, for staff. */
export function JobsSection() {
  const { t } = useMessages();
  usePageTitle(t('jobs.title'));
  return <ManagedJobs />;
}
