import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Message } from '#contract/messages.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../shell/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { chatErrorText } from './chat-failures.ts';

/** Tells those who run the campus about a message; they see it and what stood just before it. */
export function ReportMessageDialog({
  message,
  text,
  isOpen,
  onClose,
}: {
  message: Message;
  text: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const id = useId();
  const [reason, setReason] = useState('');
  const report = useMutation({
    mutationFn: () =>
      call('POST /api/v1/chat/conversations/{conversation}/messages/{seq}/report', {
        conversation: message.conversation,
        seq: message.seq,
        reason: reason.trim(),
      }),
    onSuccess: () => {
      setReason('');
      onClose();
      showToast({ message: t('chat.reported') });
    },
  });
  return (
    <Dialog
      title={t('chat.reportTitle')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('chat.cancel')}</Button>
          <Button variant="primary" disabled={reason.trim() === ''} isPending={report.isPending} onClick={() => report.mutate()}>
            {t('chat.reportSend')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <blockquote dir="auto" className="line-clamp-3 border-s-2 border-line-strong ps-3 text-ink-2">
          {text}
        </blockquote>
        <p className="text-ink-2">{t('chat.reportBody')}</p>
        <label htmlFor={id} className="font-medium">
          {t('chat.reportWhy')}
        </label>
        <textarea
          id={id}
          dir="auto"
          rows={4}
          maxLength={2_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          className="field"
        />
        {report.error && (
          <p role="alert" className="text-bad">
            {chatErrorText(report.error, messages)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
