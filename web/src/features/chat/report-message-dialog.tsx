import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '#contract/messages.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { safety } from '../../messages/en/safety.ts';
import { ReasonChoice, type Reason } from '../safety/reason-choice.tsx';
import { chatErrorText } from './chat-failures.ts';

addEnglish(safety);

/** Tells those who run the campus about a message, and what it is about; they see it and what stood just before it. */
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
  const [category, setCategory] = useState<Reason | null>(null);
  const [note, setNote] = useState('');
  const [wasTried, setTried] = useState(false);
  // Something else is said in words.
  const lacksWords = category === 'other' && note.trim() === '';
  const report = useMutation({
    mutationFn: (why: Reason) =>
      call('POST /api/v1/chat/conversations/{conversation}/messages/{seq}/report', {
        conversation: message.conversation,
        seq: message.seq,
        category: why,
        reason: note.trim(),
      }),
    onSuccess: () => {
      setCategory(null);
      setNote('');
      setTried(false);
      onClose();
      showToast({ message: t('chat.reported') });
    },
  });
  const submit = () => {
    setTried(true);
    if (category !== null && !lacksWords && !report.isPending) report.mutate(category);
  };
  return (
    <Dialog
      title={t('chat.reportTitle')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('chat.cancel')}</Button>
          <Button variant="primary" isPending={report.isPending} onClick={submit}>
            {t('chat.reportSend')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <blockquote
          dir="auto"
          className="line-clamp-3 border-s-2 border-line-strong ps-3 text-ink-2"
        >
          {text}
        </blockquote>
        <p className="text-ink-2">{t('chat.reportBody')}</p>
        <ReasonChoice
          value={category}
          isMissing={wasTried && category === null}
          onChange={setCategory}
        />
        <TextArea
          label={t(category === 'other' ? 'chat.reportWhy' : 'safety.note')}
          rows={3}
          maxLength={2_000}
          value={note}
          onChange={setNote}
          {...(wasTried && lacksWords && { error: t('chat.reportWords') })}
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
