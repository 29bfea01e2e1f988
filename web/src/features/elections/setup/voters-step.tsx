import { UserX } from 'lucide-react';
import type { ElectionSettings, VoterPreview } from '#contract/elections/endpoints.ts';
import { electionLimits } from '#contract/elections/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { PersonPicker } from '../../../kit/person-picker.tsx';
import { QueryBoundary, type QueryResult } from '../../../kit/query-boundary.tsx';
import { Row, RowList } from '../../../kit/row-list.tsx';
import { isolate } from '../../../lib/apart.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useSchool } from '../../../lib/school.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Note } from '../../../ui/note.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TagField } from '../../../ui/tag-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { nameOf } from '../../people/person.ts';
import type { ElectionWork } from './use-election-draft.ts';

interface VotersStepProps {
  settings: ElectionSettings;
  work: ElectionWork;
  preview: QueryResult<VoterPreview>;
}

const yearDigits = 4;

/** Step 2: the rule for voters, and the people whom it lets vote today. */
export function VotersStep({ settings, work, preview }: VotersStepProps) {
  const { t } = useMessages();
  const school = useSchool();
  const { club } = settings.election;
  const { draft, change } = work;
  const { members = false, dues = false, tags = [], years = [], people = [] } = draft.voters;
  const put = (part: Partial<typeof draft.voters>) =>
    change({ voters: { ...draft.voters, ...part } });
  const facesOf = (uids: readonly string[]) =>
    uids.map((uid) => work.faces.get(uid)).filter((face) => face !== undefined);
  const known = [...new Set([...settings.tags, ...tags])];
  return (
    <>
      <Card title={t('elections.setup_rule')}>
        <div className="grid gap-5">
          <Switch
            label={
              club === null
                ? t('elections.setup_everyone', { school: isolate(school.name) })
                : t('elections.setup_members', { club: isolate(club.name) })
            }
            isOn={members}
            onChange={(isOn) => put({ members: isOn, ...(!isOn && { dues: false }) })}
          />
          {members && club !== null && (
            <Switch
              label={t('elections.setup_dues')}
              description={t('elections.setup_duesBody')}
              isOn={dues}
              onChange={(isOn) => put({ dues: isOn })}
            />
          )}
          {members && club !== null && known.length > 0 && (
            <fieldset className="grid">
              <legend className="mb-1 text-sm font-bold">{t('elections.setup_tags')}</legend>
              {known.map((tag) => (
                <Checkbox
                  key={tag}
                  label={tag}
                  isChecked={tags.includes(tag)}
                  onChange={(isOn) =>
                    put({ tags: isOn ? [...tags, tag] : tags.filter((one) => one !== tag) })
                  }
                />
              ))}
            </fieldset>
          )}
          {members && (
            <TagField
              label={t('elections.setup_years')}
              description={t('elections.setup_yearsBody')}
              values={years.map(String)}
              options={[]}
              max={electionLimits.years}
              maxLength={yearDigits}
              onChange={(values) =>
                put({ years: values.map(Number).filter((year) => year >= 1900 && year <= 2200) })
              }
            />
          )}
          <PersonPicker
            label={t('elections.setup_people')}
            description={t('elections.setup_peopleBody')}
            people={facesOf(people)}
            max={electionLimits.listed}
            onChange={(next) => {
              work.addFaces(next);
              put({ people: next.map(({ uid }) => uid) });
            }}
          />
        </div>
      </Card>
      <Card
        title={t('elections.setup_exceptions')}
        description={t('elections.setup_exceptionsBody')}
      >
        <div className="grid gap-6">
          {(['allow', 'deny'] as const).map((list) => (
            <ListedPeople
              key={list}
              label={t(`elections.setup_${list}`)}
              listed={draft.voters[list] ?? []}
              faces={work.faces}
              onChange={(listed, faces) => {
                work.addFaces(faces);
                put({ [list]: listed });
              }}
            />
          ))}
        </div>
      </Card>
      <Card title={t('elections.setup_preview')} description={t('elections.setup_previewBody')}>
        <QueryBoundary query={preview} isSmall skeleton={['h-40']} isEmpty={() => false}>
          {(data) => <Preview preview={data} />}
        </QueryBoundary>
      </Card>
    </>
  );
}

interface Listed {
  readonly uid: string;
  readonly reason: string;
}

interface ListedPeopleProps {
  label: string;
  listed: readonly Listed[];
  faces: ReadonlyMap<string, Face>;
  onChange: (listed: Listed[], faces: readonly Face[]) => void;
}

/** People named in an exception, each with a reason. */
function ListedPeople({ label, listed, faces, onChange }: ListedPeopleProps) {
  const { t } = useMessages();
  const people = listed.map(({ uid }) => faces.get(uid)).filter((face) => face !== undefined);
  return (
    <div className="grid gap-3">
      <PersonPicker
        label={label}
        people={people}
        max={electionLimits.listed}
        onChange={(next) =>
          onChange(
            next.map(({ uid }) => listed.find((one) => one.uid === uid) ?? { uid, reason: '' }),
            next,
          )
        }
      />
      {people.map((face) => (
        <TextField
          key={face.uid}
          label={t('elections.setup_reasonFor', { name: nameOf(face) })}
          value={listed.find(({ uid }) => uid === face.uid)?.reason ?? ''}
          maxLength={electionLimits.reason}
          onChange={(reason) =>
            onChange(
              listed.map((one) => (one.uid === face.uid ? { ...one, reason } : one)),
              [],
            )
          }
        />
      ))}
    </div>
  );
}

function Preview({ preview }: { preview: VoterPreview }) {
  const { t } = useMessages();
  const { voters, people, leftOut, leftOutCount, owing, isDuesHidden } = preview;
  const isSmall = voters < electionLimits.voters;
  return (
    <div className="grid gap-4">
      <p role="status" className="text-lg font-bold">
        {t(isDuesHidden ? 'elections.setup_canVoteUpTo' : 'elections.setup_canVote', {
          count: voters,
        })}
      </p>
      {owing !== null && (
        <p className="text-ink-2">
          {t('elections.setup_owing', { count: owing })}
          {isDuesHidden && ` ${t('elections.setup_owingHidden')}`}
        </p>
      )}
      {isSmall && <Note tone="bad">{t('error.electorate_small')}</Note>}
      <Faces label={t('elections.setup_voterList')} people={people} total={voters} />
      {leftOutCount > 0 && (
        <details className="rounded-card border border-line p-3">
          <summary className="cursor-pointer font-medium">
            {t('elections.setup_leftOut', { count: leftOutCount })}
          </summary>
          <RowList>
            {leftOut.map(({ person, reason, note }) => (
              <Row
                key={person.uid}
                mark={<Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.25} />}
                title={nameOf(person)}
                lines={[
                  note === ''
                    ? t(`elections.setup_out_${reason}`)
                    : t('elections.setup_outNote', {
                        reason: t(`elections.setup_out_${reason}`),
                        note,
                      }),
                ]}
              />
            ))}
            {leftOutCount > leftOut.length && (
              <Row
                mark={<UserX size={20} aria-hidden />}
                title={t('elections.setup_andMore', { count: leftOutCount - leftOut.length })}
              />
            )}
          </RowList>
        </details>
      )}
    </div>
  );
}

interface FacesProps {
  label: string;
  people: readonly Face[];
  total: number;
}

function Faces({ label, people, total }: FacesProps) {
  const { t } = useMessages();
  if (people.length === 0) return null;
  return (
    <details className="rounded-card border border-line p-3">
      <summary className="cursor-pointer font-medium">{label}</summary>
      <div className="pt-2">
        <ul className="grid gap-1 sm:grid-cols-2">
          {people.map((person) => (
            <li key={person.uid} className="flex min-w-0 items-center gap-2 py-1">
              <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2} />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {nameOf(person)}
              </span>
            </li>
          ))}
        </ul>
        {total > people.length && (
          <p className="pt-2 text-sm text-ink-2">
            {t('elections.setup_andMore', { count: total - people.length })}
          </p>
        )}
      </div>
    </details>
  );
}
