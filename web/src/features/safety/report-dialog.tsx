import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { ReasonChoice, type Reason } from './reason-choice.tsx';

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
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  const [wasTried, setTried] = useState(false);
  const send = useMutation({
    mutationFn: (why: Reason) => call('POST /api/v1/reports', { uid, reason: why, note }),
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
        <ReasonChoice value={reason} isMissing={wasTried && reason === null} onChange={setReason} />
        <TextArea
          label={t('safety.note')}
          rows={4}
          maxLength={2000}
          value={note}
          onChange={setNote}
        />
        {send.isError && (
          <p role="alert" className="text-sm text-bad">
            {errorText(send.error, messages)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
