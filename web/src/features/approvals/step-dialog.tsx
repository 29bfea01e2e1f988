import { approvalLimits, type ReviewerKind } from '#contract/approvals/kinds.ts';
import type { ApprovalProcess } from '#contract/approvals/endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import type { Processes } from './approvals.data.ts';
import roleWords from 'messages:en/roles.title';

addEnglish(roleWords);

export type Step = ApprovalProcess['steps'][number];

interface Draft {
  name: string;
  reviewers: ReviewerKind;
  people: readonly Face[];
  role: string;
  position: string;
}
const { TextField, RadioGroup, Select } = fieldsOf<Draft>();
const { PersonPicker } = ariaFieldsOf<Draft>();

interface StepDialogProps {
  /** Null for a new step. */
  step: Step | null;
  process: ApprovalProcess;
  options: Pick<Processes, 'roles' | 'positions'>;
  onSave: (step: Step) => Promise<unknown>;
  onClose: () => void;
}

/** Edits the name and reviewers of a step. */
export function StepDialog({ step, process, options, onSave, onClose }: StepDialogProps) {
  const { t } = useMessages();
  const { roles, positions } = options;
  const isIn = (list: Processes['roles']) => list.some(({ id }) => id === step?.role?.id);
  const chosen = (list: Processes['roles']) =>
    isIn(list) ? (step?.role?.id ?? '') : (list[0]?.id ?? '');
  const kinds: readonly ReviewerKind[] = [
    'people',
    'role',
    ...(process.isOfClub ? (['position'] as const) : []),
  ];
  return (
    <FormDialog<Draft>
      title={t(step === null ? 'approvals.addStep' : 'approvals.editStep')}
      submitLabel={t(step === null ? 'approvals.addStep' : 'kit.save')}
      defaultValues={{
        name: step?.name ?? '',
        reviewers: step?.reviewers ?? 'people',
        people: step?.people ?? [],
        role: chosen(roles),
        position: chosen(positions),
      }}
      validate={({ name, reviewers, people, role, position }) => ({
        name: name.trim() === '' ? t('approvals.stepNameless') : undefined,
        people:
          reviewers === 'people' && people.length === 0 ? t('approvals.choosePeople') : undefined,
        reviewers:
          (reviewers === 'role' && role === '') || (reviewers === 'position' && position === '')
            ? t(reviewers === 'role' ? 'approvals.noRoles' : 'approvals.noPositions', {
                section: t('roles.title'),
              })
            : undefined,
      })}
      save={({ name, reviewers, people, role, position }) => {
        const id = reviewers === 'role' ? role : position;
        const found = [...roles, ...positions].find((one) => one.id === id) ?? null;
        return onSave({
          name: name.trim(),
          reviewers,
          people: reviewers === 'people' ? [...people] : [],
          role: reviewers === 'people' ? null : found,
        });
      }}
      onClose={onClose}
    >
      {({ reviewers }) => (
        <>
          <TextField
            name="name"
            label={t('approvals.stepName')}
            placeholder={t('approvals.stepNameHint')}
            maxLength={approvalLimits.stepName}
          />
          <RadioGroup
            name="reviewers"
            label={t('approvals.reviewers')}
            options={kinds.map((value) => ({
              value,
              label: t(`approvals.by_${value}`),
              ...(value === 'position' && { description: t('approvals.by_positionHint') }),
            }))}
          />
          {reviewers === 'people' && (
            <PersonPicker name="people" label={t('approvals.people')} max={approvalLimits.people} />
          )}
          {reviewers === 'role' && roles.length > 0 && (
            <Select
              name="role"
              label={t('approvals.role')}
              options={roles.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {reviewers === 'position' && positions.length > 0 && (
            <Select
              name="position"
              label={t('approvals.position')}
              options={positions.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
