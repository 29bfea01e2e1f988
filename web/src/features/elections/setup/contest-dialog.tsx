import { contestKinds, electionLimits, type ContestKind } from '#contract/elections/limits.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { nameOf } from '../../people/person.ts';
import { countSentence } from './contest-text.ts';
import { newKey, type DraftCandidate, type DraftContest } from './election-draft.ts';

const shares = {
  majority: null,
  two_thirds: { numerator: 2, denominator: 3 },
  three_quarters: { numerator: 3, denominator: 4 },
} as const;
type Share = keyof typeof shares | 'other';

interface ContestForm {
  title: string;
  kind: ContestKind;
  seats: number | null;
  max: number | null;
  allowsWriteIns: boolean;
  needsMajority: boolean;
  share: Share;
  people: readonly Face[];
  names: string[];
}

const { TextField, RadioGroup, Switch } = fieldsOf<ContestForm>();
const { NumberField, PersonPicker, TagField } = ariaFieldsOf<ContestForm>();

const shareName = (share: DraftContest['share']): Share => {
  if (share === null) return 'majority';
  const found = Object.entries(shares).find(
    ([, one]) => one?.numerator === share.numerator && one.denominator === share.denominator,
  );
  return (found?.[0] as Share | undefined) ?? 'other';
};

const faceOf = ({ uid, name, photoUrl }: DraftCandidate): Face[] =>
  uid === null ? [] : [{ uid, firstName: name, lastName: '', photoUrl }];

const formOf = (contest: DraftContest | null): ContestForm => ({
  title: contest?.title ?? '',
  kind: contest?.kind ?? 'ranked',
  seats: contest?.seats ?? 1,
  max: contest?.max ?? null,
  allowsWriteIns: contest?.allowsWriteIns ?? false,
  needsMajority: contest?.needsMajority ?? false,
  share: shareName(contest?.share ?? null),
  people: contest?.candidates.flatMap(faceOf) ?? [],
  names: contest?.candidates.flatMap(({ uid, name }) => (uid === null ? [name] : [])) ?? [],
});

/** Returns the contest with the form's values. Statements of candidates who stay are kept. */
const contestOf = (form: ContestForm, before: DraftContest | null): DraftContest => {
  const { kind } = form;
  const seats = kind === 'yes_no' ? 1 : (form.seats ?? 1);
  const old = before?.candidates ?? [];
  const isSameCount = before?.kind === kind && before.seats === seats;
  const people = form.people.map((face): DraftCandidate => ({
    uid: face.uid,
    name: nameOf(face),
    photoUrl: face.photoUrl,
    statement: old.find(({ uid }) => uid === face.uid)?.statement ?? '',
  }));
  const named = form.names.map((name): DraftCandidate => ({
    uid: null,
    name,
    photoUrl: null,
    statement: old.find((one) => one.uid === null && one.name === name)?.statement ?? '',
  }));
  return {
    key: before?.key ?? newKey(),
    title: form.title.trim(),
    kind,
    method: isSameCount ? before.method : null,
    seats,
    max: kind === 'several' ? (form.max ?? seats) : kind === 'ranked' ? form.max : null,
    allowsWriteIns: kind !== 'yes_no' && form.allowsWriteIns,
    needsMajority: kind === 'one' && seats === 1 && form.needsMajority,
    share:
      kind !== 'yes_no'
        ? null
        : form.share === 'other'
          ? (before?.share ?? null)
          : shares[form.share],
    candidates: kind === 'yes_no' ? [] : [...people, ...named],
  };
};

interface ContestDialogProps {
  /** Null for a new contest. */
  contest: DraftContest | null;
  onSave: (contest: DraftContest) => void;
  onClose: () => void;
}

/** Edits a contest and its candidates. */
export function ContestDialog({ contest, onSave, onClose }: ContestDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const hasOther = shareName(contest?.share ?? null) === 'other';
  return (
    <FormDialog<ContestForm, DraftContest>
      title={t(contest === null ? 'elections.setup_addContest' : 'elections.setup_editContest')}
      size="lg"
      submitLabel={t(contest === null ? 'elections.setup_add' : 'elections.setup_done')}
      defaultValues={formOf(contest)}
      validate={({ title, kind, seats, people, names }) => ({
        title: title.trim() === '' ? t('elections.setup_contestUntitled') : undefined,
        seats: kind !== 'yes_no' && seats === null ? t('elections.setup_seatsMissing') : undefined,
        names:
          people.length + names.length > electionLimits.candidates
            ? t('elections.setup_tooManyCandidates', { max: electionLimits.candidates })
            : undefined,
      })}
      save={(form) => Promise.resolve(contestOf(form, contest))}
      onSuccess={onSave}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            name="title"
            label={t('elections.setup_contestTitle')}
            placeholder={t('elections.setup_contestPlaceholder')}
            maxLength={electionLimits.title}
          />
          <RadioGroup
            name="kind"
            label={t('elections.setup_kind')}
            options={contestKinds.map((value) => ({
              value,
              label: t(`elections.setup_kind_${value}`),
              description: countSentence(contestOf({ ...form, kind: value }, contest), messages),
            }))}
          />
          {form.kind === 'yes_no' ? (
            <RadioGroup
              name="share"
              label={t('elections.setup_share')}
              options={[
                { value: 'majority', label: t('elections.setup_share_majority') },
                { value: 'two_thirds', label: t('elections.setup_share_two_thirds') },
                { value: 'three_quarters', label: t('elections.setup_share_three_quarters') },
                ...(hasOther && contest?.share
                  ? [
                      {
                        value: 'other' as const,
                        label: t('elections.setup_count_share', { ...contest.share }),
                      },
                    ]
                  : []),
              ]}
            />
          ) : (
            <>
              <div className="grid items-start gap-5 sm:grid-cols-2">
                <NumberField
                  name="seats"
                  label={t('elections.setup_seats')}
                  min={1}
                  max={electionLimits.seats}
                />
                {form.kind !== 'one' && (
                  <NumberField
                    name="max"
                    label={t('elections.setup_max')}
                    description={t(
                      form.kind === 'ranked'
                        ? 'elections.setup_maxRanked'
                        : 'elections.setup_maxSeveral',
                    )}
                    min={1}
                    max={electionLimits.candidates}
                  />
                )}
              </div>
              {form.kind === 'one' && form.seats === 1 && (
                <Switch
                  name="needsMajority"
                  label={t('elections.setup_majority')}
                  description={t('elections.setup_majorityBody')}
                />
              )}
              <Switch
                name="allowsWriteIns"
                label={t('elections.setup_writeIns')}
                description={t('elections.setup_writeInsBody')}
              />
              <PersonPicker
                name="people"
                label={t('elections.setup_candidates')}
                description={t('elections.setup_candidatesBody')}
                max={electionLimits.candidates}
              />
              <TagField
                name="names"
                label={t('elections.setup_names')}
                description={t('elections.setup_namesBody')}
                options={[]}
                max={electionLimits.candidates}
                maxLength={electionLimits.candidateName}
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
