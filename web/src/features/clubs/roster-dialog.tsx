import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { clubLimits } from '#contract/clubs/limits.ts';
import type { ClubRosterCheck } from '#contract/clubs/roster.endpoints.ts';
import { decodeText } from '#contract/text-encoding.ts';
import {
  checkClubRoster,
  importClubRoster,
  listClubRosters,
  undoClubRoster,
} from '#contract/clubs/calls.ts';
import { Row, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { nameOf } from '../people/person.ts';
import { staleMembership } from './clubs.data.ts';

const stale = [...staleMembership, listClubRosters] as const;

/** Imports a list of members: paste text or choose a file, review it, then add the people. */
export function RosterDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [clientId, setClientId] = useState(() => newClientId());
  const [checked, setChecked] = useState<ClubRosterCheck | null>(null);
  const [error, setError] = useState<string | null>(null);
  const check = useAction((list: string) => call(checkClubRoster, { id, text: list }), {
    onSuccess: setChecked,
  });
  const undo = useUndo(id);
  const add = useAction(() => call(importClubRoster, { id, clientId, text }), {
    invalidates: stale,
    success: ({ added, accepted, roster }) => ({
      message: t('clubs.rosterAdded', { count: added + accepted }),
      ...(roster !== null && {
        action: { label: t('kit.undo'), run: () => undo.run(roster.id) },
      }),
    }),
    onSuccess: onClose,
  });
  const read = (list: string) => {
    const isLong = list.length > clubLimits.rosterText;
    setError(isLong ? t('clubs.rosterLong', { most: clubLimits.rosterRows }) : null);
    setText(isLong ? '' : list);
    setClientId(newClientId());
  };
  const count = checked === null ? 0 : checked.added + checked.accepted;
  return (
    <Dialog
      title={t('clubs.rosterTitle')}
      isOpen
      onClose={onClose}
      footer={
        checked === null ? (
          <>
            <Button onClick={onClose}>{t('kit.cancel')}</Button>
            <Button
              variant="primary"
              isPending={check.isPending}
              onClick={() => {
                if (text.trim() === '') setError(t('clubs.rosterless'));
                else check.run(text);
              }}
            >
              {t('clubs.rosterCheck')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setChecked(null)}>{t('clubs.rosterBack')}</Button>
            {count > 0 && (
              <Button variant="primary" isPending={add.isPending} onClick={() => add.run()}>
                {t('clubs.rosterAdd', { count })}
              </Button>
            )}
          </>
        )
      }
    >
      {checked === null ? (
        <div className="grid gap-5">
          <TextArea
            label={t('clubs.rosterText')}
            description={t('clubs.rosterHint')}
            rows={6}
            dir="ltr"
            value={text}
            onChange={read}
            error={error ?? undefined}
          />
          <FileDrop
            choose={t('clubs.rosterFile')}
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onFiles={([file]) =>
              void file?.arrayBuffer().then((bytes) => read(decodeText(new Uint8Array(bytes))))
            }
          />
          <PastRosters id={id} />
        </div>
      ) : (
        <Findings found={checked} />
      )}
    </Dialog>
  );
}

/** The changes that an import would make, and the skipped rows. */
function Findings({ found }: { found: ClubRosterCheck }) {
  const { t } = useMessages();
  const { added, accepted, already, skipped, people, problems } = found;
  const rest = added + accepted - people.length;
  return (
    <div className="grid gap-5" role="status">
      <ul className="grid gap-1">
        <li className="font-medium">{t('clubs.rosterAdds', { count: added })}</li>
        {accepted > 0 && <li>{t('clubs.rosterAccepts', { count: accepted })}</li>}
        {already > 0 && <li>{t('clubs.rosterAlready', { count: already })}</li>}
        {skipped > 0 && <li>{t('clubs.rosterSkips', { count: skipped })}</li>}
      </ul>
      {people.length > 0 && (
        <ul aria-label={t('clubs.people')} className="grid gap-2">
          {people.map((person) => (
            <li key={person.uid} className="flex items-center gap-2.5">
              <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2} />
              <bdi className="wrap-anywhere">{nameOf(person)}</bdi>
            </li>
          ))}
          {rest > 0 && <li className="text-ink-2">{t('clubs.rosterMore', { count: rest })}</li>}
        </ul>
      )}
      {problems.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-base!">{t('clubs.rosterSkipped')}</h3>
          <ul className="divide-y divide-line rounded-control border border-line text-sm">
            {problems.map(({ line, value, reason }) => (
              <li key={line} className="flex flex-wrap gap-x-3 px-3 py-2">
                <span className="text-ink-2">{t('clubs.rosterLine', { line })}</span>
                <bdi className="font-medium wrap-anywhere">{value}</bdi>
                <span>{t(`clubs.roster_${reason}`)}</span>
              </li>
            ))}
            {skipped > problems.length && (
              <li className="px-3 py-2 text-ink-2">
                {t('clubs.rosterMore', { count: skipped - problems.length })}
              </li>
            )}
          </ul>
        </section>
      )}
    </div>
  );
}

function useUndo(id: string) {
  const { t } = useMessages();
  return useAction((roster: string) => call(undoClubRoster, { id, roster }), {
    invalidates: stale,
    success: ({ restored, kept }) =>
      kept > 0
        ? t('clubs.rosterKept', { count: restored, kept })
        : t('clubs.rosterUndone', { count: restored }),
  });
}

/** Recent imports with an undo button. Shows nothing if there are none. */
function PastRosters({ id }: { id: string }) {
  const { t, date } = useMessages();
  const { data } = useQuery(callQuery(listClubRosters, { id }));
  const undo = useUndo(id);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-base!">{t('clubs.rosterPast')}</h3>
      <RowList label={t('clubs.rosterPast')} isCard>
        {data.items.map((roster) => (
          <Row
            key={roster.id}
            title={t('clubs.rosterAdded', { count: roster.added + roster.accepted })}
            lines={[
              [date(roster.at), roster.by === null ? null : nameOf(roster.by)]
                .filter((part) => part !== null)
                .join(' • '),
            ]}
            end={
              roster.can.undo ? (
                <Button
                  icon={Undo2}
                  label={t('clubs.rosterUndo', { date: date(roster.at) })}
                  isPending={undo.pendingInput === roster.id}
                  onClick={() => undo.run(roster.id)}
                >
                  {t('kit.undo')}
                </Button>
              ) : (
                <span className="text-sm text-ink-2">{t('clubs.rosterIsUndone')}</span>
              )
            }
          />
        ))}
      </RowList>
    </section>
  );
}
