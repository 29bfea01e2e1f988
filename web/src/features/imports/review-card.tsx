import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ImportReportView, ImportRun } from '#contract/imports/endpoints.ts';
import { cancelRun, confirmRun } from '#contract/imports/calls.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangesList } from './changes-list.tsx';
import { saveRun, runQuery } from './imports.data.ts';
import { ProblemList } from './problem-list.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { useAction } from '../../kit/use-action.ts';

const { TextField, Checkbox } = fieldsOf<{ typed: string; invite: boolean }>();

const digits = (text: string): number | null => {
  // Accept thousands separators and Arabic digits.
  const plain = text
    .replaceAll(/[\s.,'’٬]/g, '')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
};

/** The changes of an import, to confirm or discard. */
export function ReviewCard({ run, report }: { run: ImportRun; report: ImportReportView }) {
  const { t } = useMessages();
  const inviteHelp = useId();
  const { disabled, active, needsConfirmation } = report.people;
  const { id } = run;
  const reported = {
    invalidates: [runQuery().queryKey],
    onSuccess: (answer: { run: ImportRun }) => saveRun(answer.run),
  };
  const form = useForm({
    defaultValues: { typed: '', invite: false },
    isComplete: ({ typed }) => !needsConfirmation || digits(typed) === disabled,
    save: ({ invite }) =>
      call(confirmRun, {
        id,
        ...(needsConfirmation && { disabled }),
        ...(invite && { invite }),
      }),
    ...reported,
  });
  const discard = useAction(() => call(cancelRun, { id }), reported);
  const hasChange = report.changes.some(({ added, changed, ended }) => added + changed + ended > 0);
  return (
    <Card title={t('imports.ready')} description={t('imports.readyBody', { source: run.source })}>
      <Form form={form}>
        {hasChange ? <ChangesList changes={report.changes} /> : <p>{t('imports.nothing')}</p>}
        {needsConfirmation && (
          <div className="grid gap-3 rounded-control bg-bad-soft p-4">
            <p className="flex gap-2.5 font-bold text-bad">
              <TriangleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
              {t('imports.disabled', { count: disabled, active })}
            </p>
            <p>{t('imports.disabledBody')}</p>
            <div className="max-w-60">
              <TextField
                name="typed"
                label={t('imports.disabledLabel')}
                inputMode="numeric"
                autoComplete="off"
              />
            </div>
          </div>
        )}
        {report.invitable > 0 && (
          <div className="grid gap-1">
            <Checkbox
              name="invite"
              label={t('imports.invite', { count: report.invitable })}
              describedBy={inviteHelp}
            />
            <p id={inviteHelp} className="ps-8 text-sm text-ink-2 text-pretty">
              {t('imports.inviteHelp')}
            </p>
          </div>
        )}
        {report.noteTotal > 0 && (
          <details className="group">
            <summary className="cursor-pointer font-medium">
              {t('imports.notes', { count: report.noteTotal })}
            </summary>
            <p className="pt-1 pb-3 text-sm text-ink-2">{t('imports.notesBody')}</p>
            <ProblemList
              problems={report.notes}
              total={report.noteTotal}
              fileName={`notes-${run.id}.csv`}
            />
          </details>
        )}
        <FormError form={form} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button isPending={discard.isPending} onClick={() => discard.run()}>
            {t('imports.discard')}
          </Button>
          {hasChange && (
            <SubmitButton form={form} variant={needsConfirmation ? 'danger' : 'primary'}>
              {t('imports.confirm')}
            </SubmitButton>
          )}
        </div>
      </Form>
    </Card>
  );
}
