import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { createAllocation } from '#contract/budgets/calls.ts';
import type { ClubEntry } from '#contract/budgets/endpoints.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import { minorUnits } from '#contract/finances/money.ts';
import { dateFieldsOf } from '../../../kit/date-fields.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { todayText } from '../../../lib/today-text.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField as Text } from '../../../ui/text-field.tsx';
import { Amount, useAmount } from '../amount.tsx';
import { allAccounts, staleMoney } from '../budgets.data.ts';
import { AccountField } from './account-field.tsx';

interface Item {
  readonly key: string;
  readonly account: string | null;
  readonly amount: string;
}
interface Draft {
  kind: 'allocation' | 'transfer';
  from: string | null;
  title: string;
  date: string | null;
  items: readonly Item[];
}
const { TextField, RadioGroup, OwnField } = fieldsOf<Draft>();
const { DatePicker } = dateFieldsOf<Draft>();

const newItem = (): Item => ({ key: newClientId(), account: null, amount: '' });

/** Allocates money to several accounts at once, or transfers it. The sum is shown against what is available. */
export function AllocateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages();
  const amount = useAmount();
  const accounts = useQuery(allAccounts()).data ?? [];
  const [initial] = useState<Draft>(() => ({
    kind: 'allocation',
    from: null,
    title: '',
    date: todayText(),
    items: [newItem()],
  }));
  const giver = ({ from }: Draft) => accounts.find(({ id }) => id === from);
  const currencyOf = (draft: Draft) =>
    giver(draft)?.currency ??
    accounts.find(({ id }) => id === draft.items[0]?.account)?.currency ??
    'USD';
  const sumOf = (draft: Draft) =>
    draft.items.reduce((sum, item) => sum + (minorUnits(item.amount, currencyOf(draft)) ?? 0), 0);
  return (
    <FormDialog<Draft, ClubEntry>
      title={t('budgets.allocate')}
      submitLabel={t('budgets.allocateNow')}
      size="lg"
      defaultValues={initial}
      validate={(draft) => ({
        title: draft.title.trim() === '' ? t('budgets.titleMissing') : undefined,
        date: draft.date === null ? t('budgets.dateMissing') : undefined,
        items: draft.items.some(
          (item) => item.account === null || !minorUnits(item.amount, currencyOf(draft)),
        )
          ? t('budgets.allocationWrong')
          : undefined,
      })}
      errorFields={{ account_short: 'items' }}
      save={(draft, clientId) =>
        call(createAllocation, {
          clientId,
          kind: draft.kind,
          from: draft.from,
          title: draft.title.trim(),
          date: draft.date ?? '',
          items: draft.items.map((item) => ({
            account: item.account ?? '',
            amount: minorUnits(item.amount, currencyOf(draft)) ?? 0,
          })),
        })
      }
      success={(entry) =>
        t('budgets.allocatedToast', {
          amount: amount({
            currency: entry.postings[0]?.amount.currency ?? 'USD',
            amount: entry.postings.reduce((sum, one) => sum + Math.max(0, one.amount.amount), 0),
          }),
        })
      }
      invalidates={staleMoney}
      onClose={onClose}
    >
      {(draft) => {
        const from = giver(draft);
        const currency = currencyOf(draft);
        return (
          <>
            <RadioGroup
              name="kind"
              label={t('budgets.type')}
              options={(['allocation', 'transfer'] as const).map((value) => ({
                value,
                label: t(`budgets.entry_${value}`),
              }))}
            />
            <OwnField name="from">
              {(field) => (
                <AccountField
                  label={t('budgets.from')}
                  description={
                    from?.available
                      ? t('budgets.availableAmount', { amount: amount(from.available) })
                      : t('budgets.fromHint')
                  }
                  isOffered={({ role }) => role !== 'group'}
                  {...field}
                />
              )}
            </OwnField>
            <TextField
              name="title"
              label={t('budgets.entryTitle')}
              placeholder={t('budgets.entryTitlePlaceholder')}
              maxLength={budgetLimits.title}
            />
            <DatePicker name="date" label={t('budgets.date')} />
            <OwnField name="items">
              {({ value, error, onChange }) => {
                const put = (key: string, change: Partial<Item>) =>
                  onChange(value.map((one) => (one.key === key ? { ...one, ...change } : one)));
                return (
                  <fieldset className="grid gap-3">
                    <legend className="mb-2 text-sm font-bold">{t('budgets.to')}</legend>
                    {value.map((item, nth) => (
                      <div key={item.key} className="flex flex-wrap items-end gap-2">
                        <div className="min-w-0 flex-[2] basis-48">
                          <AccountField
                            label={t('budgets.accountNumber', { number: nth + 1 })}
                            value={item.account}
                            error={undefined}
                            isOffered={(one) =>
                              one.role !== 'group' &&
                              one.id !== draft.from &&
                              (from === undefined || one.currency === from.currency)
                            }
                            onChange={(account) => put(item.key, { account })}
                          />
                        </div>
                        <div className="min-w-0 flex-1 basis-28">
                          <Text
                            label={t('budgets.amountNumber', { number: nth + 1, currency })}
                            value={item.amount}
                            inputMode="decimal"
                            dir="ltr"
                            maxLength={16}
                            onChange={(text) => put(item.key, { amount: text })}
                          />
                        </div>
                        {value.length > 1 && (
                          <IconButton
                            icon={Trash2}
                            label={t('budgets.removeItem', { number: nth + 1 })}
                            onClick={() => onChange(value.filter(({ key }) => key !== item.key))}
                          />
                        )}
                      </div>
                    ))}
                    <Button
                      icon={Plus}
                      className="justify-self-start"
                      disabled={value.length >= budgetLimits.allocated}
                      onClick={() => onChange([...value, newItem()])}
                    >
                      {t('budgets.addAccount')}
                    </Button>
                    {error && (
                      <p role="alert" className="text-sm text-bad">
                        {error}
                      </p>
                    )}
                  </fieldset>
                );
              }}
            </OwnField>
            <p className="flex items-baseline justify-between gap-4 font-bold">
              {t('budgets.sum')}
              <Amount
                money={{ amount: sumOf(draft), currency }}
                className={
                  from?.available && sumOf(draft) > from.available.amount ? 'text-bad' : ''
                }
              />
            </p>
          </>
        );
      }}
    </FormDialog>
  );
}
