import type { FinanceDocument, SharedAccount } from '#contract/finances/shapes.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { useMessages, type Locale } from '../../lib/messages.ts';
import { saveBase64 } from '../../lib/save-file.ts';
import { useAccountName } from './balance-card.tsx';

interface Values {
  account: string;
  term: string;
  format: 'pdf' | 'csv';
}
const { Select, RadioGroup } = fieldsOf<Values>();

const saveDocument = ({ name, mediaType, content }: FinanceDocument) =>
  saveBase64(name, content, mediaType);

interface StatementDialogProps {
  accounts: readonly SharedAccount[];
  download: (wish: {
    account: string;
    term?: string;
    format: 'pdf' | 'csv';
    language: Locale;
  }) => Promise<FinanceDocument>;
  onClose: () => void;
}

/** Selects a statement and its format. */
export function StatementDialog({ accounts, download, onClose }: StatementDialogProps) {
  const { t, locale } = useMessages();
  const nameOf = useAccountName();
  return (
    <FormDialog<Values, FinanceDocument>
      size="sm"
      title={t('finances.statementTitle')}
      submitLabel={t('finances.download')}
      defaultValues={{ account: accounts[0]?.id ?? '', term: '', format: 'pdf' }}
      save={({ account, term, format }) =>
        download({ account, format, language: locale, ...(term !== '' && { term }) })
      }
      onSuccess={saveDocument}
      success={t('finances.downloaded')}
      onClose={onClose}
    >
      {({ account }) => {
        const terms = accounts.find(({ id }) => id === account)?.terms ?? [];
        return (
          <>
            <p className="text-ink-2 text-pretty">{t('finances.statementBody')}</p>
            {accounts.length > 1 && (
              <Select
                name="account"
                label={t('finances.account')}
                options={accounts.map((one) => ({ value: one.id, label: nameOf(one) }))}
              />
            )}
            {terms.some(({ term }) => term !== null) && (
              <Select
                name="term"
                label={t('finances.term')}
                options={[
                  { value: '', label: t('finances.allTerms') },
                  ...terms.flatMap(({ term }) =>
                    term === null ? [] : [{ value: term.code, label: term.name }],
                  ),
                ]}
              />
            )}
            <RadioGroup
              name="format"
              label={t('finances.format')}
              options={[
                { value: 'pdf', label: t('finances.pdf') },
                { value: 'csv', label: t('finances.csv') },
              ]}
            />
          </>
        );
      }}
    </FormDialog>
  );
}
