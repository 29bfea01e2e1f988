import { day } from '#server/kernel/time/local-time.ts';
import { insertPast } from '#server/features/chat/conversations/history.queries.ts';
import { upsertPolicy } from '#server/features/chat/conversations/settings.queries.ts';
import { linkChat } from '#server/features/chat/course-chats/course-chats.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { selectFirstSection } from './demo.queries.ts';
import type { DemoContext } from './demo-context.ts';

/** Turns on course chats at Demo University, and adds messages to one of Ana's. */
export const addCourseTalk = async ({ db, school, now }: DemoContext): Promise<void> => {
  await upsertPolicy(db, school, {
    who: 'connections',
    requests: true,
    keepDays: null,
    courseChats: true,
  });
  const ana = (await selectIdsByUsername(db, ['ana'])).get('ana');
  const section = ana === undefined ? undefined : await selectFirstSection(db, ana);
  if (ana === undefined || section === undefined) return;
  const { name, teacher, students } = section;
  const [first, second] = students.filter((id) => id !== ana);
  if (first === undefined || second === undefined) return;
  const at = (days: number) => new Date(now.getTime() - days * day);
  const conversation = await insertPast(db, school, {
    name,
    people: [teacher, ...students].map((id) => ({ id })),
    messages: [
      {
        author: teacher,
        text: 'Welcome. Ask here what others may want to know too; for your own work come to office hours.',
        at: at(12.2),
      },
      { author: first, text: 'Which edition of the reader do we need?', at: at(11.9) },
      {
        author: ana,
        text: 'Any since the third, the page numbers are the same.',
        at: at(11.8),
        replyTo: 2,
      },
      {
        author: second,
        text: 'Study group on Sunday at three, library, second floor. Everyone welcome.',
        at: at(10.4),
      },
    ],
  });
  if (conversation !== undefined) await linkChat(db, school, section.id, conversation);
};
