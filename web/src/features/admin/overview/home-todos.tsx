import { useQuery } from '@tanstack/react-query';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import english from '../messages/en.json';
import { schoolOverview } from './overview.data.ts';
import { TodoCard, todosOf } from './todo-card.tsx';

addEnglish(english);

const shown = 4;

/** The most urgent tasks of staff, on the home page. It shows nothing if there are none. */
export function HomeTodos() {
  const messages = useMessages();
  const { data } = useQuery(schoolOverview());
  if (data === undefined || todosOf(data, messages).length === 0) return null;
  return <TodoCard overview={data} most={shown} />;
}
