import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { readReceipt } from '#contract/elections/receipt.ts';
import type { Election } from '#contract/elections/endpoints.ts';
import { Form, SubmitButton, useForm } from '../../../kit/form.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Note } from '../../../ui/note.tsx';
import type { PreviousBallot } from './ballot-draft.ts';
import { readNonce, readReceiptFile } from './receipts.ts';

const { TextField } = fieldsOf<{ receipt: string; nonce: string }>();

interface ReplaceFormProps {
  election: Election;
  /** The receipt that this tab still has. */
  kept: PreviousBallot | null;
  onFound: (previous: PreviousBallot) => void;
}

/** Asks for the receipt of the ballot that a new one replaces. The server doesn't know which ballot is the voter's. */
export function ReplaceForm({ election, kept, onFound }: ReplaceFormProps) {
  const { t } = useMessages();
  const [isRefused, setRefused] = useState(false);
  const form = useForm({
    defaultValues: { receipt: '', nonce: '' },
    validate: ({ receipt, nonce }) => ({
      ...(readReceipt(receipt) === undefined && { receipt: t('elections.receiptInvalid') }),
      ...(readNonce(nonce) === undefined && { nonce: t('elections.nonceInvalid') }),
    }),
    save: async ({ receipt, nonce }) => {
      const previous = { receipt: readReceipt(receipt), nonce: readNonce(nonce) };
      if (previous.receipt !== undefined && previous.nonce !== undefined)
        onFound({ receipt: previous.receipt, nonce: previous.nonce });
    },
  });
  return (
    <Card title={t('elections.changeVote')} description={t('elections.changeVoteBody')}>
      <div className="grid gap-5">
        {kept && (
          <Note
            tone="good"
            action={
              <Button
                variant="primary"
                onClick={() => onFound({ receipt: kept.receipt, nonce: kept.nonce })}
              >
                {t('elections.useKept')}
              </Button>
            }
          >
            {t('elections.keptBody')}
          </Note>
        )}
        <FileDrop
          icon={FileUp}
          choose={t('elections.chooseReceipt')}
          accept=".txt,text/plain"
          onFiles={([file]) =>
            void file?.text().then((text) => {
              const found = readReceiptFile(text, election.id);
              setRefused(found === undefined);
              if (found) onFound(found);
            })
          }
          error={isRefused ? t('elections.receiptFileInvalid') : undefined}
        />
        <Form form={form}>
          <TextField name="receipt" label={t('elections.receipt')} autoComplete="off" dir="ltr" />
          <TextField
            name="nonce"
            label={t('elections.nonce')}
            description={t('elections.nonceBody')}
            autoComplete="off"
            dir="ltr"
          />
          <SubmitButton form={form} variant="outline">
            {t('elections.continue')}
          </SubmitButton>
        </Form>
      </div>
    </Card>
  );
}
