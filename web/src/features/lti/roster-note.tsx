import { useQuery } from '@tanstack/react-query';
import { GraduationCap } from 'lucide-react';
import { listCoursePeople } from '#contract/courses/calls.ts';
import { listRosters, readRoster } from '#contract/lti/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { rosterLine } from './roster-words.ts';
import english from './messages/en.json';

addEnglish(english);

/** For teachers of a course: the connected LMS courses, and when their rosters were synced. */
export function RosterNote({ section }: { section: string }) {
  const messages = useMessages();
  const { t } = messages;
  const { data } = useQuery(callQuery(listRosters, { section }));
  const read = useAction((id: string) => call(readRoster, { id }), {
    invalidates: [listRosters, listCoursePeople],
  });
  return data?.items.map((roster) => (
    <Note
      key={roster.id}
      icon={GraduationCap}
      title={t('lti.rosterOf', { platform: roster.platform })}
      action={
        roster.canRead && (
          <Button isPending={read.pendingInput === roster.id} onClick={() => read.run(roster.id)}>
            {t('lti.readNow')}
          </Button>
        )
      }
    >
      {rosterLine(roster, messages)}
    </Note>
  ));
}
