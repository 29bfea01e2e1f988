import { CircleCheck, CircleX, Clock, UserRound, UsersRound, X } from 'lucide-react';
import { useState } from 'react';
import type { Application } from '#contract/club-registration/endpoints.ts';
import { applicationLimits } from '#contract/club-registration/limits.ts';
import { getClubAbout } from '#contract/clubs/calls.ts';
import { PersonPicker } from '../../kit/person-picker.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Select } from '../../ui/select.tsx';
import { nameOf } from '../people/person.ts';
import { officerTones } from './application-words.ts';
import type { ApplicationWork } from './use-application-draft.ts';

const icons = { asked: Clock, accepted: CircleCheck, declined: CircleX } as const;

interface OfficersStepProps {
  application: Application;
  work: ApplicationWork;
}

/** The club's officers. Each person is asked to accept the position. */
export function OfficersStep({ application, work }: OfficersStepProps) {
  const { t } = useMessages();
  const { officers, positions } = application;
  const open = positions.filter(
    ({ id, isRequired }) => isRequired && !officers.some(({ position }) => position.id === id),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const position =
    positions.find(({ id }) => id === chosen) ??
    open[0] ??
    positions.find(({ id }) => !officers.some((one) => one.position.id === id)) ??
    positions[0];
  const isRequired = (id: string) => positions.some((one) => one.id === id && one.isRequired);
  const remove = (uid: string) =>
    work.change({ officers: work.draft.officers.filter(({ person }) => person.uid !== uid) });
  const keep = useAction((club: string) => call(getClubAbout, { id: club }), {
    onSuccess: ({ officers: now }) => {
      const staying = now.flatMap(({ position: name, ...person }) => {
        const held = positions.find((one) => one.name === name);
        return held === undefined ? [] : [{ person, position: held }];
      });
      work.change({ officers: staying });
    },
  });
  return (
    <div className="grid gap-5">
      {application.club !== null && officers.length === 0 && (
        <Button
          className="justify-self-start"
          icon={UsersRound}
          isPending={keep.isPending}
          onClick={() => keep.run(application.club?.id ?? '')}
        >
          {t('clubRegistration.sameOfficers')}
        </Button>
      )}
      <RowList label={t('clubRegistration.step_officers')}>
        {officers.map(({ person, position: { id, name }, state }) => (
          <Row
            key={person.uid}
            mark={<Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.5} />}
            title={nameOf(person)}
            aside={
              <Pill tone={officerTones[state]} icon={icons[state]}>
                {t(`clubRegistration.officer_${state}`)}
              </Pill>
            }
            lines={[isRequired(id) ? t('clubRegistration.required', { name }) : name]}
            end={
              <IconButton
                label={t('clubRegistration.removeOfficer', { name: nameOf(person) })}
                icon={X}
                onClick={() => remove(person.uid)}
              />
            }
          />
        ))}
        {open.map(({ id, name }) => (
          <OpenPosition
            key={id}
            name={name}
            canChoose={id !== position?.id}
            onChoose={() => setChosen(id)}
          />
        ))}
      </RowList>
      {position !== undefined && officers.length < applicationLimits.officers && (
        <div className="grid items-start gap-4 border-t border-line pt-4 sm:grid-cols-2">
          <Select
            label={t('clubRegistration.position')}
            value={position.id}
            options={positions.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
          <PersonPicker
            label={t('clubRegistration.person')}
            people={[]}
            onChange={([person]) => {
              if (person === undefined) return;
              const others = work.draft.officers.filter((one) => one.person.uid !== person.uid);
              work.change({ officers: [...others, { person, position }] });
              setChosen(null);
            }}
          />
        </div>
      )}
    </div>
  );
}

interface OpenPositionProps {
  name: string;
  canChoose: boolean;
  onChoose: () => void;
}

/** A required position that no one holds yet. */
function OpenPosition({ name, canChoose, onChoose }: OpenPositionProps) {
  const { t } = useMessages();
  return (
    <Row
      mark={
        <RowIcon>
          <UserRound size={20} aria-hidden />
        </RowIcon>
      }
      title={t('clubRegistration.nobodyYet')}
      lines={[t('clubRegistration.required', { name })]}
      end={
        canChoose && (
          <Button size="sm" onClick={onChoose}>
            {t('clubRegistration.choose')}
            <span className="sr-only">: {name}</span>
          </Button>
        )
      }
    />
  );
}
