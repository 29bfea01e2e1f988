import { addEnglish } from '../../lib/messages.ts';
import { ManagedJobs } from './managed-jobs.tsx';
import english from './messages/en.json';

addEnglish(english);

/** All jobs of the school and its clubs, for staff. */
export function JobsSection() {
  return <ManagedJobs />;
}
