import { useNavigate } from '@tanstack/react-router';
import { createBudgetRequest } from '#contract/budgets/calls.ts';
import { budgetLimits, requestKinds, type RequestKind } from '#contract/budgets/limits.ts';
import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { staleMoney } from '../budgets.data.ts';

interface NewDraft {
  title: string;
  kind: RequestKind;
  account: string;
}

const { TextField, RadioGroup, Select } = fieldsOf<NewDraft>();

interface PayingAccount {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

interface NewRequestProps {
  club: string;
  accounts: readonly PayingAccount[];
  funds: readonly PayingAccount[];
  onClose: () => void;
}

/** Creates a draft and opens it, so that the items can be added. */
export function NewRequest({ club, accounts, funds, onClose }: NewRequestProps) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const payers = [...accounts, ...funds];
  return (
    <FormDialog<NewDraft, BudgetRequest>
      title={t('budgets.requestMoney')}
      submitLabel={t('budgets.createDraft')}
      defaultValues={{ title: '', kind: 'purchase', account: payers[0]?.id ?? '' }}
      validate={({ title, account }) => ({
        title: title.trim() === '' ? t('budgets.titleMissing') : undefined,
        account: account === '' ? t('budgets.accountMissing') : undefined,
      })}
      save={({ title, kind, account }, clientId) =>
        call(createBudgetRequest, {
          clientId,
          club,
          kind,
          account,
          title: title.trim(),
          lines: [],
        })
      }
      invalidates={staleMoney}
      onSuccess={({ id }) => navigate({ to: paths.budgetRequest, params: { requestId: id } })}
      onClose={onClose}
    >
      <TextField
        name="title"
        label={t('budgets.requestTitle')}
        placeholder={t('budgets.requestTitlePlaceholder')}
        maxLength={budgetLimits.requestTitle}
      />
      <RadioGroup
        name="kind"
        label={t('budgets.type')}
        options={requestKinds.map((value) => ({
          value,
          label: t(`budgets.kind_${value}`),
          description: t(`budgets.kindAbout_${value}`),
        }))}
      />
      <Select
        name="account"
        label={t('budgets.payFrom')}
        options={payers.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
      />
    </FormDialog>
  );
}
