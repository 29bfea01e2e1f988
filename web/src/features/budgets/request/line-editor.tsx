import { Trash2 } from 'lucide-react';
import { budgetLimits, suggestedCategories } from '#contract/budgets/limits.ts';
import { useMessages } from '../../../lib/messages.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Amount } from '../amount.tsx';
import { categoryName } from '../budget-words.ts';
import { FileField } from './file-field.tsx';

/** An item while it is edited. Numbers are texts, as typed. */
export interface LineDraft {
  readonly key: string;
  readonly title: string;
  readonly category: string;
  readonly vendor: string;
  readonly quantity: string;
  readonly price: string;
  readonly clubPays: string;
  readonly files: readonly { readonly id: string; readonly name: string }[];
}

interface LineEditorProps {
  line: LineDraft;
  position: number;
  currency: string;
  /** The sum that it asks for, or null while it isn't valid. */
  asked: number | null;
  onChange: (line: LineDraft) => void;
  onRemove: () => void;
}

/** One item of a request with its quotes. */
export function LineEditor({
  line,
  position,
  currency,
  asked,
  onChange,
  onRemove,
}: LineEditorProps) {
  const { t } = useMessages();
  const categories = ['', ...suggestedCategories, line.category].filter(
    (one, nth, all) => all.indexOf(one) === nth,
  );
  const put = (change: Partial<LineDraft>) => onChange({ ...line, ...change });
  return (
    <li
      aria-label={t('budgets.itemNumber', { number: position })}
      className="grid gap-3 rounded-card border border-line p-3 sm:p-4"
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={t('budgets.what')}
            value={line.title}
            maxLength={budgetLimits.title}
            onChange={(title) => put({ title })}
          />
        </div>
        <IconButton
          icon={Trash2}
          label={t('budgets.removeItem', { number: position })}
          onClick={onRemove}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Select
          label={t('budgets.category')}
          value={line.category}
          options={categories.map((value) => ({ value, label: categoryName(t, value) }))}
          onChange={(category) => put({ category })}
        />
        <TextField
          label={t('budgets.quantity')}
          value={line.quantity}
          inputMode="numeric"
          dir="ltr"
          maxLength={7}
          onChange={(quantity) => put({ quantity })}
        />
        <TextField
          label={t('budgets.price', { currency })}
          value={line.price}
          inputMode="decimal"
          dir="ltr"
          maxLength={16}
          onChange={(price) => put({ price })}
        />
        <TextField
          label={t('budgets.clubPaysIn', { currency })}
          value={line.clubPays}
          inputMode="decimal"
          dir="ltr"
          maxLength={16}
          onChange={(clubPays) => put({ clubPays })}
        />
      </div>
      <TextField
        label={t('budgets.vendor')}
        value={line.vendor}
        maxLength={budgetLimits.vendor}
        onChange={(vendor) => put({ vendor })}
      />
      <FileField
        files={line.files}
        choose={t('budgets.addQuote')}
        onChange={(files) => put({ files })}
      />
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-ink-2">{t('budgets.asked')}</span>
        {asked === null ? (
          <span className="text-ink-2">–</span>
        ) : (
          <Amount money={{ amount: asked, currency }} className="font-bold" />
        )}
      </p>
    </li>
  );
}
