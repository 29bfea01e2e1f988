import type { ManagedBadge, RecordSetup } from '#contract/record/staff.endpoints.ts';
import {
  badgeBases,
  badgeIcons,
  recordLimits as limits,
  type BadgeBasis,
  type BadgeIcon,
} from '#contract/record/limits.ts';
import { createBadge, updateBadge } from '#contract/record/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { BadgeMedal } from './badge-medal.tsx';
import { setupKey } from './record.data.ts';

interface Draft {
  name: string;
  description: string;
  icon: BadgeIcon;
  color: string;
  basis: BadgeBasis;
  /** `any` means every type. */
  kind: string;
  goal: number | null;
  steps: readonly string[];
}
const { TextField, Select, CheckboxGroup } = fieldsOf<Draft>();
const { NumberField } = ariaFieldsOf<Draft>();

const colors = ['0', '1', '2', '3', '4', '5'] as const;

interface BadgeDialogProps {
  badge: ManagedBadge | null;
  setup: RecordSetup;
  onClose: () => void;
}

/** Edits a badge: its look and requirements. */
export function BadgeDialog({ badge, setup, onClose }: BadgeDialogProps) {
  const { t } = useMessages();
  return (
    <FormDialog<Draft>
      title={t(badge === null ? 'recordSetup.newBadge' : 'recordSetup.editBadge')}
      submitLabel={t(badge === null ? 'recordSetup.create' : 'recordSetup.save')}
      defaultValues={{
        name: badge?.name ?? '',
        description: badge?.description ?? '',
        icon: badge?.icon ?? 'award',
        color: String(badge?.color ?? 3),
        basis: badge?.basis ?? 'hours',
        kind: badge?.kind?.id ?? 'any',
        goal: badge?.goal ?? 10,
        steps: badge?.steps.map(({ id }) => id) ?? [],
      }}
      isComplete={({ name, goal, basis, steps }) =>
        name.trim() !== '' && goal !== null && (basis !== 'badges' || steps.length > 0)
      }
      errorFields={{ record_name_taken: 'name', record_kind_unknown: 'kind' }}
      save={({ color, kind, goal, steps, ...values }, clientId) => {
        const settings = {
          ...values,
          color: Number(color),
          kind: kind === 'any' ? null : kind,
          goal: goal ?? 1,
          steps: [...steps],
        };
        return badge === null
          ? call(createBadge, { clientId, ...settings })
          : call(updateBadge, {
              id: badge.id,
              version: badge.version,
              ...settings,
            });
      }}
      updates={setupKey}
      success={t('recordSetup.saved')}
      onClose={onClose}
    >
      {({ basis, icon, color }) => (
        <>
          <TextField name="name" label={t('recordSetup.name')} maxLength={limits.name} required />
          <TextField
            name="description"
            label={t('recordSetup.description')}
            maxLength={limits.description}
          />
          <div className="flex flex-wrap items-end gap-4">
            <BadgeMedal icon={icon} color={Number(color)} />
            <Select
              name="icon"
              label={t('recordSetup.icon')}
              options={badgeIcons.map((value) => ({
                value,
                label: t(`recordSetup.icon_${value}`),
              }))}
            />
            <Select
              name="color"
              label={t('recordSetup.color')}
              options={colors.map((value) => ({
                value,
                label: t('recordSetup.colorOf', { number: Number(value) + 1 }),
              }))}
            />
          </div>
          <Select
            name="basis"
            label={t('recordSetup.basis')}
            options={badgeBases.map((value) => ({
              value,
              label: t(`recordSetup.basis_${value}`),
            }))}
          />
          <BasisFields badge={badge} basis={basis} setup={setup} />
        </>
      )}
    </FormDialog>
  );
}

/** What the badge requires. */
function BasisFields({
  badge,
  basis,
  setup,
}: Omit<BadgeDialogProps, 'onClose'> & { basis: BadgeBasis }) {
  const { t } = useMessages();
  const others = setup.badges.filter(({ id }) => id !== badge?.id);
  return (
    <>
      {(basis === 'hours' || basis === 'entries') && (
        <>
          <Select
            name="kind"
            label={t('record.kind')}
            options={[
              { value: 'any', label: t('recordSetup.anyKind') },
              ...setup.kinds.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <NumberField
            name="goal"
            label={t(`recordSetup.goal_${basis}`)}
            min={1}
            max={limits.goal}
          />
        </>
      )}
      {basis === 'badges' && (
        <CheckboxGroup
          name="steps"
          label={t('recordSetup.steps')}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  );
}
