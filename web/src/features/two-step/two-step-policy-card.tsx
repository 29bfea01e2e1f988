import { useQuery } from '@tanstack/react-query';
import type { twoStepLimits } from '#contract/sessions/limits.ts';
import type { TwoStepPolicy } from '#contract/sessions/two-step.endpoints.ts';
import { updateTwoStepPolicy } from '#contract/sessions/calls.ts';
import type { ReplyOf } from '#contract/call.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { useConfirmation } from '../confirmation/confirmation.tsx';
import { policyQuery } from './two-step.data.ts';
import english from './messages/en.json';

addEnglish(english);

const graceMax: (typeof twoStepLimits)['graceDays'] = 90;

interface Draft {
  admins: boolean;
  everyone: boolean;
  roles: readonly string[];
  graceDays: number | null;
}
const { CheckboxGroup, Switch } = fieldsOf<Draft>();
const { NumberField } = ariaFieldsOf<Draft>();

/** Who has to use two-step verification at the school. */
export function TwoStepPolicyCard() {
  const policy = useQuery(policyQuery());
  return (
    <QueryBoundary query={policy} skeleton={['h-72']} isEmpty={() => false}>
      {(data) => <PolicyForm policy={data} />}
    </QueryBoundary>
  );
}

function PolicyForm({ policy }: { policy: ReplyOf<typeof updateTwoStepPolicy> }) {
  const { t } = useMessages();
  const { confirmed, dialog } = useConfirmation();
  const form = useForm<Draft, TwoStepPolicy>({
    defaultValues: {
      admins: policy.admins,
      everyone: policy.everyone,
      roles: policy.roles,
      graceDays: policy.graceDays,
    },
    validate: ({ graceDays }) => ({
      graceDays: graceDays === null ? t('twoStep.graceMissing') : undefined,
    }),
    save: ({ graceDays, roles, ...rest }) =>
      confirmed(() =>
        call(updateTwoStepPolicy, { ...rest, roles: [...roles], graceDays: graceDays ?? 0 }),
      ),
    updates: policyQuery().queryKey,
    success: t('twoStep.policySaved'),
  });
  return (
    <Card title={t('twoStep.policy')} description={t('twoStep.policyBody')}>
      <Form form={form} isGuarded>
        <Switch name="admins" label={t('twoStep.admins')} description={t('twoStep.adminsBody')} />
        {policy.choices.length > 0 && !form.values.everyone && (
          <CheckboxGroup
            name="roles"
            label={t('twoStep.roles')}
            options={policy.choices.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Switch
          name="everyone"
          label={t('twoStep.everyone')}
          description={t('twoStep.everyoneBody')}
        />
        <div className="max-w-xs">
          <NumberField
            name="graceDays"
            label={t('twoStep.grace')}
            description={t('twoStep.graceBody')}
            min={0}
            max={graceMax}
          />
        </div>
        <SaveBar
          isDirty={form.isDirty}
          isPending={form.isPending}
          error={form.error}
          onDiscard={() => form.reset()}
        />
      </Form>
      {dialog}
    </Card>
  );
}
