import { useMutation } from '@tanstack/react-query';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { deleteMessage } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { showToast } from '../../../ui/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ReportDialog } from '../../safety/report-dialog.tsx';
import { chatErrorText } from '../chat-failures.ts';
import { ForwardDialog } from './forward-dialog.tsx';
import type { Thread } from '../thread-store.ts';
import english from '../messages/en.json';

addEnglish(english);

/** The message actions that need a dialog. */
export type Question = 'delete' | 'forward' | 'report';

interface MessageQuestionsProps {
  message: Message;
  text: string;
  thread: Thread;
  asking: Question | null;
  onClose: () => void;
}

/** The dialogs of a message. They load with the first one that opens. */
export function MessageQuestions({
  message,
  text,
  thread,
  asking,
  onClose,
}: MessageQuestionsProps) {
  const messages = useMessages();
  const { t } = messages;
  const remove = useMutation({
    mutationFn: () =>
      call(deleteMessage, {
        conversation: message.conversation,
        seq: message.seq,
      }),
    onSuccess: (next) => {
      thread.put(next);
      onClose();
    },
    onError: (error) => showToast({ message: chatErrorText(error, messages) }),
  });
  return (
    <>
      <Dialog
        title={t('chat.deleteTitle')}
        role="alertdialog"
        size="sm"
        isOpen={asking === 'delete'}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('chat.keep')}</Button>
            <Button variant="danger" isPending={remove.isPending} onClick={() => remove.mutate()}>
              {t('chat.delete')}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t('chat.deleteBody', { deleted: t('chat.deleted') })}</p>
      </Dialog>
      <ForwardDialog
        message={message}
        text={text}
        isOpen={asking === 'forward'}
        onClose={onClose}
      />
      {asking === 'report' && (
        <ReportDialog
          target={{ kind: 'message', id: `${message.conversation}:${message.seq}` }}
          title={t('chat.reportTitle')}
          body={t('chat.reportBody')}
          quote={text}
          onClose={onClose}
        />
      )}
    </>
  );
}
