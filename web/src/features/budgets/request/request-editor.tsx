import { Plus } from 'lucide-react';
import { newClientId } from '#contract/client-id.ts';
import { updateBudgetRequest } from '#contract/budgets/calls.ts';
import { budgetLimits } from '#contract/budgets/limits.ts';
import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import { decimalText, minorUnits } from '#contract/finances/money.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../../kit/form.tsx';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Amount } from '../amount.tsx';
import { staleMoney } from '../budgets.data.ts';
import { LineEditor, type LineDraft } from './line-editor.tsx';

interface Draft {
  title: string;
  purpose: string;
  lines: readonly LineDraft[];
}
const { TextField, TextArea, OwnField } = fieldsOf<Draft>();

const emptyLine = (): LineDraft => ({
  key: newClientId(),
  title: '',
  category: '',
  vendor: '',
  quantity: '1',
  price: '',
  clubPays: '',
  files: [],
});

const quantityOf = ({ quantity }: LineDraft): number | null =>
  /^[1-9]\d{0,6}$/.test(quantity.trim()) && Number(quantity) <= budgetLimits.quantity
    ? Number(quantity)
    : null;

/** Returns the sum that a line asks for, or null while it isn't valid. */
export const askedOf = (line: LineDraft, currency: string): number | null => {
  const quantity = quantityOf(line);
  const price = minorUnits(line.price, currency);
  const clubPays = line.clubPays.trim() === '' ? 0 : minorUnits(line.clubPays, currency);
  if (quantity === null || price === null || price === 0 || clubPays === null) return null;
  const asked = quantity * price - clubPays;
  return asked >= 0 && asked <= budgetLimits.amount ? asked : null;
};

/** Edits the title, the purpose and the items of a request. */
export function RequestEditor({
  request,
  onClose,
}: {
  request: BudgetRequest;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const { currency } = request.account;
  const form = useForm<Draft, BudgetRequest>({
    defaultValues: {
      title: request.title,
      purpose: request.purpose,
      lines:
        request.lines.length === 0
          ? [emptyLine()]
          : request.lines.map((line) => ({
              key: line.id,
              title: line.title,
              category: line.category,
              vendor: line.vendor,
              quantity: String(line.quantity),
              price: decimalText(line.price),
              clubPays: line.clubPays.amount === 0 ? '' : decimalText(line.clubPays),
              files: line.files.map(({ id, name }) => ({ id, name })),
            })),
    },
    validate: ({ title, lines }) => ({
      title: title.trim() === '' ? t('budgets.titleMissing') : undefined,
      lines: lines.some((line) => line.title.trim() === '' || askedOf(line, currency) === null)
        ? t('budgets.linesWrong')
        : undefined,
    }),
    save: ({ title, purpose, lines }) =>
      call(updateBudgetRequest, {
        id: request.id,
        version: request.version,
        title: title.trim(),
        purpose,
        lines: lines.map((line) => ({
          title: line.title.trim(),
          category: line.category,
          vendor: line.vendor.trim(),
          quantity: quantityOf(line) ?? 0,
          price: minorUnits(line.price, currency) ?? 0,
          clubPays: minorUnits(line.clubPays, currency) ?? 0,
          files: line.files.map(({ id }) => id),
        })),
      }),
    invalidates: staleMoney,
    success: t('budgets.saved'),
    onSuccess: onClose,
  });
  const { lines } = form.values;
  const sum = lines.reduce((total, line) => total + (askedOf(line, currency) ?? 0), 0);
  return (
    <Card title={t('budgets.editItems')}>
      <Form form={form} isGuarded>
        <TextField
          name="title"
          label={t('budgets.requestTitle')}
          maxLength={budgetLimits.requestTitle}
        />
        <TextArea
          name="purpose"
          label={t('budgets.purpose')}
          description={t('budgets.purposeHint')}
          rows={3}
          maxLength={budgetLimits.purpose}
        />
        <OwnField name="lines">
          {({ value, error, onChange }) => (
            <div className="grid gap-3">
              <ol className="grid gap-3" aria-label={t('budgets.items')}>
                {value.map((line, nth) => (
                  <LineEditor
                    key={line.key}
                    line={line}
                    position={nth + 1}
                    currency={currency}
                    asked={askedOf(line, currency)}
                    onChange={(next) =>
                      onChange(value.map((one) => (one.key === line.key ? next : one)))
                    }
                    onRemove={() => onChange(value.filter(({ key }) => key !== line.key))}
                  />
                ))}
              </ol>
              <Button
                icon={Plus}
                className="justify-self-start"
                disabled={value.length >= budgetLimits.lines}
                onClick={() => onChange([...value, emptyLine()])}
              >
                {t('budgets.addItem')}
              </Button>
              {error && (
                <p role="alert" className="text-sm text-bad">
                  {error}
                </p>
              )}
            </div>
          )}
        </OwnField>
        <p className="flex items-baseline justify-between gap-4 border-t border-line-strong pt-3 font-bold">
          {t('budgets.askedSum')}
          <Amount money={{ amount: sum, currency }} className="text-lg" />
        </p>
        <FormError form={form} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form}>{t('budgets.save')}</SubmitButton>
          <Button onClick={onClose}>{t('budgets.cancel')}</Button>
        </div>
      </Form>
    </Card>
  );
}
