import { addEnglish } from '../../lib/messages.ts';
import { ElectionList } from './election-list.tsx';
import english from './messages/en.json';

addEnglish(english);

/** All elections of the school and its clubs, for staff. */
export function ElectionsSection() {
  return <ElectionList />;
}
