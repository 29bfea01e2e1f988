import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { ImportReportView, ImportRun } from '#contract/imports.ts';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChangesList } from './changes-list.tsx';
import { keepRun, runQuery } from './imports.data.ts';
import { ProblemList } from './problem-list.tsx';

const digits = (text: string): number | null => {
  // Thousands as people write them, and digits of Arabic keyboards.
  const plain = text
    .replaceAll(/[\s.,'’٬]/g, '')
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  return /^\d{1,9}$/.test(plain) ? Number(plain) : null;
};

/** What would change, for somebody to say yes to. */
export function ReviewCard({ run, report }: { run: ImportRun; report: ImportReportView }) {
  const messages = useMessages();
  const { t } = messages;
  const [typed, setTyped] = useState('');
  const onFailed = () => queryClient.invalidateQueries({ queryKey: runQuery().queryKey });
  const { ended, living, mustSay } = report.people;
  const confirm = useMutation({
    mutationFn: () =>
      call('POST /api/v1/import-runs/{id}/confirm', {
        id: run.id,
        ...(mustSay && { ending: ended }),
      }),
    onSuccess: (answer) => keepRun(answer.run),
    onError: onFailed,
  });
  const discard = useMutation({
    mutationFn: () => call('POST /api/v1/import-runs/{id}/cancel', { id: run.id }),
    onSuccess: (answer) => keepRun(answer.run),
    onError: onFailed,
  });
  const isSaid = !mustSay || digits(typed) === ended;
  const hasChange = report.changes.some(
    ({ added, changed, ended: gone }) => added + changed + gone > 0,
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSaid && !confirm.isPending) confirm.mutate();
  }
  const failed = confirm.error ?? discard.error;
  return (
    <Card title={t('imports.ready')} description={t('imports.readyBody', { source: run.source })}>
      <form onSubmit={submit} className="grid gap-5">
        {hasChange ? <ChangesList changes={report.changes} /> : <p>{t('imports.nothing')}</p>}
        {mustSay && (
          <div className="grid gap-3 rounded-control bg-bad-soft p-4">
            <p className="flex gap-2.5 font-bold text-bad">
              <TriangleAlert size={20} aria-hidden className="mt-0.5 shrink-0" />
              {t('imports.ends', { count: ended, living })}
            </p>
            <p>{t('imports.endsBody')}</p>
            <div className="max-w-60">
              <TextField
                label={t('imports.endsLabel')}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={setTyped}
              />
            </div>
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
        {failed && (
          <p role="alert" className="text-sm text-bad">
            {errorText(failed, messages)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button isPending={discard.isPending} onClick={() => discard.mutate()}>
            {t('imports.discard')}
          </Button>
          {hasChange && (
            <Button
              type="submit"
              variant={mustSay ? 'danger' : 'primary'}
              disabled={!isSaid}
              isPending={confirm.isPending}
            >
              {t('imports.confirm')}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
