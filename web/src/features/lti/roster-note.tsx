import { useQuery } from '@tanstack/react-query';
import { GraduationCap } from 'lucide-react';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { rosterLine } from './roster-words.ts';
import english from './messages/en.json';

addEnglish(english);

/** For who teaches a class: which courses of learning platforms it is, and when their rosters were read. */
export function RosterNote({ section }: { section: string }) {
  const messages = useMessages();
  const { t } = messages;
  const { data } = useQuery(callQuery('GET /api/v1/lti/sections/{section}/rosters', { section }));
  const read = useAction((id: string) => call('POST /api/v1/lti/courses/{id}/roster', { id }), {
    invalidates: [
      'GET /api/v1/lti/sections/{section}/rosters',
      'GET /api/v1/academic/courses/{id}/people',
    ],
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
