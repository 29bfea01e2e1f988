import { useQueryClient } from '@tanstack/react-query';
import { EyeOff, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { getPaperEntry, setPaperVoter } from '#contract/elections/calls.ts';
import type { Election } from '#contract/elections/endpoints.ts';
import { electionLimits } from '#contract/elections/limits.ts';
import type { PaperEntry } from '#contract/elections/paper.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { PersonPicker } from '../../../kit/person-picker.tsx';
import { Row, RowList } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { CallError } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { nameOf } from '../../people/person.ts';
import { paperEntryQuery } from './paper.data.ts';

interface CheckInCardProps {
  election: Election;
  paperVoters: number;
}

/** Checks in voters who get a paper ballot. The list has only this tab's check-ins, because the server keeps none. */
export function CheckInCard({ election, paperVoters }: CheckInCardProps) {
  const messages = useMessages();
  const { t } = messages;
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly Face[]>([]);
  const [recent, setRecent] = useState<readonly Face[]>([]);
  const [problem, setProblem] = useState<string>();
  const { queryKey } = paperEntryQuery(election.id);
  const mark = useAction(
    ({ person, votesOnPaper }: { person: Face; votesOnPaper: boolean }) =>
      call(setPaperVoter, { id: election.id, uid: person.uid, votesOnPaper }),
    {
      isQuiet: true,
      onSuccess(_, { person, votesOnPaper }) {
        setProblem(undefined);
        setChosen([]);
        const others = recent.filter(({ uid }) => uid !== person.uid);
        const isNew = others.length === recent.length;
        setRecent(votesOnPaper ? [person, ...others] : others);
        // The server's number is up to a minute old.
        const change = votesOnPaper ? (isNew ? 1 : 0) : -1;
        client.setQueryData<PaperEntry>(
          queryKey,
          (entry) => entry && { ...entry, paperVoters: Math.max(0, entry.paperVoters + change) },
        );
      },
    },
  );
  const run = (person: Face, votesOnPaper: boolean) =>
    void mark.runAsync({ person, votesOnPaper }).catch((error: Error) => {
      const code = error instanceof CallError ? error.code : undefined;
      const name = nameOf(person);
      setProblem(
        code === 'already_voted'
          ? t('elections.paper_votedOnline', { name })
          : code === 'not_a_voter'
            ? t('elections.paper_notVoter', { name })
            : errorText(error, messages),
      );
      void client.invalidateQueries({ queryKey: [getPaperEntry] });
    });
  const [person] = chosen;
  return (
    <>
      <Card title={t('elections.paper_checkIn')} description={t('elections.paper_checkInBody')}>
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (person !== undefined) run(person, true);
          }}
        >
          <PersonPicker
            label={t('elections.paper_voter')}
            people={chosen}
            max={1}
            error={problem}
            onChange={(people) => {
              setProblem(undefined);
              setChosen(people);
            }}
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="font-medium">
              {t('elections.paper_checkedIn', { count: paperVoters })}
            </p>
            <Button
              type="submit"
              variant="primary"
              icon={UserCheck}
              disabled={person === undefined}
              isPending={mark.isPending}
            >
              {t('elections.paper_checkInDo')}
            </Button>
          </div>
        </form>
        {recent.length > 0 && (
          <RowList label={t('elections.paper_recent')}>
            {recent.map((one) => (
              <Row
                key={one.uid}
                mark={<Avatar name={nameOf(one)} photoUrl={one.photoUrl} size={2.25} />}
                title={nameOf(one)}
                end={
                  <Button
                    size="sm"
                    label={t('elections.paper_undoOf', { name: nameOf(one) })}
                    onClick={() => run(one, false)}
                  >
                    {t('elections.paper_undo')}
                  </Button>
                }
              />
            ))}
          </RowList>
        )}
      </Card>
      <Note icon={EyeOff} title={t('elections.paper_secret')}>
        {t('elections.paper_secretBody', { count: electionLimits.paperSecrecy })}
      </Note>
    </>
  );
}
