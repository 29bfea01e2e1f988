import { CircleAlert, CircleCheck, Hourglass, PencilLine, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  clearPaperBallots,
  confirmPaperBallots,
  removePaperBallot,
} from '#contract/elections/calls.ts';
import type { Election } from '#contract/elections/endpoints.ts';
import type { PaperEntry } from '#contract/elections/paper.endpoints.ts';
import type { Votes } from '#contract/elections/voting.endpoints.ts';
import { Row, RowList } from '../../../kit/row-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { nameOf } from '../../people/person.ts';
import { staleElections } from '../elections.data.ts';
import { useChoiceName } from '../ballot/choice-face.tsx';
import { EntryForm } from './entry-form.tsx';
import { paperEntryQuery } from './paper.data.ts';

interface EntryCardsProps {
  election: Election;
  entry: PaperEntry;
}

interface ListProps extends EntryCardsProps {
  onEdit: (number: number) => void;
}

/** Entering paper ballots after voting ended: progress, differences, the form and the user's ballots. */
export function EntryCards({ election, entry }: EntryCardsProps) {
  const nextOf = (mine: PaperEntry['mine']) => (mine.at(-1)?.number ?? 0) + 1;
  const [number, setNumber] = useState(nextOf(entry.mine));
  /** Counts the ballots that the form started. The other person's entries never change a started one. */
  const [started, setStarted] = useState(0);
  const start = (one: number) => {
    setNumber(one);
    setStarted(started + 1);
  };
  const edit = (one: number) => {
    start(one);
    document.querySelector('#paper-form')?.scrollIntoView({ block: 'start' });
  };
  return (
    <>
      <Progress election={election} entry={entry} onEdit={edit} />
      {entry.differences.length > 0 && (
        <Differences election={election} entry={entry} onEdit={edit} />
      )}
      {entry.can.enter && (
        <EntryForm
          key={started}
          election={election}
          number={number}
          stored={entry.mine.find((one) => one.number === number)?.votes}
          onNumber={setNumber}
          onSaved={({ mine }) => start(nextOf(mine))}
        />
      )}
      {entry.mine.length > 0 && <OwnBallots election={election} entry={entry} onEdit={edit} />}
    </>
  );
}

/** Who has entered how many ballots, what's missing, and the confirmation. */
function Progress({ election, entry, onEdit }: ListProps) {
  const { t, list } = useMessages();
  const { uid } = useUser();
  const { queryKey } = paperEntryQuery(election.id);
  const confirm = useAction(() => call(confirmPaperBallots, { id: election.id }), {
    confirm: () => ({
      title: t('elections.paper_confirmTitle'),
      body: t('elections.paper_confirmBody', { count: entry.mine.length }),
      confirmLabel: t('elections.paper_confirm'),
    }),
    updates: queryKey,
    invalidates: staleElections,
  });
  const clear = useAction(() => call(clearPaperBallots, { id: election.id }), {
    confirm: () => ({
      title: t('elections.paper_clearTitle'),
      body: t('elections.paper_clearBody'),
      confirmLabel: t('elections.paper_clear'),
      isDanger: true,
    }),
    updates: queryKey,
  });
  const hasSigned = entry.people.some((one) => one.hasSigned && one.person.uid === uid);
  const isFull = !entry.can.enter;
  return (
    <Card
      title={t('elections.paper_entry')}
      description={t('elections.paper_entryBody', { count: entry.paperVoters })}
      aside={
        (entry.people.length > 0 || !entry.can.enter) && (
          <Button
            size="sm"
            icon={RotateCcw}
            isPending={clear.isPending}
            onClick={() => clear.run()}
          >
            {t('elections.paper_clear')}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {entry.people.length > 0 && (
          <RowList label={t('elections.paper_people')}>
            {entry.people.map(({ person, entered, hasSigned: isSigned }) => (
              <Row
                key={person.uid}
                mark={<Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.25} />}
                title={person.uid === uid ? t('elections.paper_you') : nameOf(person)}
                lines={[t('elections.paper_entered', { count: entered })]}
                aside={isSigned && <Pill tone="good">{t('elections.paper_signed')}</Pill>}
              />
            ))}
          </RowList>
        )}
        {isFull ? (
          <Note icon={CircleAlert}>{t('elections.paper_full')}</Note>
        ) : hasSigned ? (
          <Note tone="good" icon={Hourglass} title={t('elections.paper_signedByYou')}>
            {t('elections.paper_signedByYouBody')}
          </Note>
        ) : entry.problem === null ? (
          <Note
            tone="good"
            icon={CircleCheck}
            title={t(
              entry.mine.length === 0 ? 'elections.paper_noBallots' : 'elections.paper_equal',
            )}
            action={
              <Button variant="primary" isPending={confirm.isPending} onClick={() => confirm.run()}>
                {t('elections.paper_confirm')}
              </Button>
            }
          >
            {t(
              entry.mine.length === 0
                ? 'elections.paper_noBallotsBody'
                : 'elections.paper_equalBody',
            )}
          </Note>
        ) : (
          <Note
            tone={entry.problem === 'second_person' ? 'quiet' : 'warn'}
            icon={entry.problem === 'second_person' ? Hourglass : CircleAlert}
            title={t(`elections.paper_problem_${entry.problem}`)}
            action={
              entry.missing[0] !== undefined && (
                <Button onClick={() => onEdit(entry.missing[0] ?? 1)}>
                  {t('elections.paper_enterNext', { number: entry.missing[0] })}
                </Button>
              )
            }
          >
            {entry.problem === 'missing' && entry.missing.length > 0
              ? t('elections.paper_missingNumbers', {
                  count: entry.missing.length,
                  numbers: list(entry.missing.slice(0, 20).map(String)),
                })
              : t(`elections.paper_problemBody_${entry.problem}`, {
                  ballots: entry.mine.length,
                  voters: entry.paperVoters,
                })}
          </Note>
        )}
      </div>
    </Card>
  );
}

/** Returns the choices of a ballot in one line per contest. */
function useVoteLines(election: Election) {
  const { t } = useMessages();
  const nameOfChoice = useChoiceName();
  return (votes: Votes) =>
    election.contests.map((contest) => {
      const names = (votes[contest.id] ?? []).map((choice) => nameOfChoice(contest, choice));
      return {
        id: contest.id,
        title: contest.title,
        text:
          names.length === 0
            ? t('elections.blank')
            : names.join(contest.kind === 'ranked' ? ' › ' : ', '),
      };
    });
}

function Differences({ election, entry, onEdit }: ListProps) {
  const { t } = useMessages();
  const linesOf = useVoteLines(election);
  return (
    <Card
      title={t('elections.paper_differences')}
      description={t('elections.paper_differencesBody')}
    >
      <ul className="divide-y divide-line">
        {entry.differences.map(({ number, mine, theirs }) => {
          const other = linesOf(theirs);
          const lines = linesOf(mine).filter(({ text }, nth) => text !== other[nth]?.text);
          return (
            <li key={number} className="grid gap-2 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h3 className="text-base!">{t('elections.paper_number', { number })}</h3>
                <Button
                  size="sm"
                  icon={PencilLine}
                  label={t('elections.paper_editOf', { number })}
                  onClick={() => onEdit(number)}
                >
                  {t('elections.paper_edit')}
                </Button>
              </div>
              {lines.map(({ id, title, text }) => (
                <div key={id} className="grid gap-1 text-sm">
                  <p dir="auto" className="page-start font-medium wrap-anywhere">
                    {title}
                  </p>
                  <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
                    <div>
                      <dt className="text-ink-2">{t('elections.paper_mine')}</dt>
                      <dd className="wrap-anywhere">{text}</dd>
                    </div>
                    <div>
                      <dt className="text-ink-2">{t('elections.paper_theirs')}</dt>
                      <dd className="wrap-anywhere">{other.find((one) => one.id === id)?.text}</dd>
                    </div>
                  </dl>
                </div>
              ))}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function OwnBallots({ election, entry, onEdit }: ListProps) {
  const { t } = useMessages();
  const linesOf = useVoteLines(election);
  const remove = useAction(
    (number: number) => call(removePaperBallot, { id: election.id, number: String(number) }),
    { updates: paperEntryQuery(election.id).queryKey },
  );
  const different = new Set(entry.differences.map(({ number }) => number));
  return (
    <Card title={t('elections.paper_own', { count: entry.mine.length })}>
      <RowList label={t('elections.paper_own', { count: entry.mine.length })}>
        {entry.mine.toReversed().map(({ number, votes }) => (
          <Row
            key={number}
            title={t('elections.paper_number', { number })}
            aside={different.has(number) && <Pill tone="warn">{t('elections.paper_differs')}</Pill>}
            lines={linesOf(votes).map(({ id, title, text }) => (
              <span key={id} className="wrap-anywhere">
                <bdi>{title}</bdi>: <bdi>{text}</bdi>
              </span>
            ))}
            end={
              <>
                <IconButton
                  label={t('elections.paper_editOf', { number })}
                  icon={PencilLine}
                  onClick={() => onEdit(number)}
                />
                <IconButton
                  label={t('elections.paper_removeOf', { number })}
                  icon={Trash2}
                  disabled={remove.isPending}
                  onClick={() => remove.run(number)}
                />
              </>
            }
          />
        ))}
      </RowList>
    </Card>
  );
}
