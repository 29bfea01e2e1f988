import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Report } from '#contract/safety.ts';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../shell/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';

const reasons: readonly Report['reason'][] = ['harassment', 'impersonation', 'spam', 'harm', 'other'];

interface ReportDialogProps {
  uid: string;
  /** What the person is called here. */
  name: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Tells the school's moderators about a person. */
export function ReportDialog({ uid, name, isOpen, onClose }: ReportDialogProps) {
  const messages = useMessages();
  const { t } = messages;
  const [reason, setReason] = useState<Report['reason'] | null>(null);
  const [note, setNote] = useState('');
  const [wasTried, setTried] = useState(false);
  const send = useMutation({
    mutationFn: (why: Report['reason']) => call('POST /api/v1/reports', { uid, reason: why, note }),
    onSuccess() {
      onClose();
      setReason(null);
      setNote('');
      setTried(false);
      showToast({ message: t('safety.reported') });
    },
  });
  const submit = () => {
    setTried(true);
    if (reason !== null && !send.isPending) send.mutate(reason);
  };
  return (
    <Dialog
      title={t('safety.reportTitle', { name })}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('safety.cancel')}</Button>
          <Button variant="primary" isPending={send.isPending} onClick={submit}>
            {t('safety.send')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-ink-2">{t('safety.reportBody')}</p>
        <fieldset className="grid gap-1" aria-describedby={wasTried && reason === null ? 'report-reason' : undefined}>
          <legend className="mb-1 font-medium">{t('safety.why')}</legend>
          {reasons.map((one) => (
            <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-fill">
              <input
                type="radio"
                name="reason"
                checked={reason === one}
                onChange={() => setReason(one)}
                className="size-5 accent-brand-text"
              />
              {t(`safety.reason_${one}`)}
            </label>
          ))}
          {wasTried && reason === null && (
            <p id="report-reason" role="alert" className="text-sm text-bad">
              {t('safety.chooseReason')}
            </p>
          )}
        </fieldset>
        <TextArea label={t('safety.note')} rows={4} maxLength={2000} value={note} onChange={setNote} />
        {send.isError && (
          <p role="alert" className="text-sm text-bad">
            {errorText(send.error, messages)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
