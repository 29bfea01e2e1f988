import { useMutation } from '@tanstack/react-query';
import { errorText } from '../lib/error-text.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { PendingQuestion } from './confirm.ts';
import { Failure } from '../ui/failure.tsx';

/** The content of `ConfirmArea`. */
export function ConfirmDialog({
  question,
  isOpen,
}: {
  question: PendingQuestion;
  isOpen: boolean;
}) {
  const messages = useMessages();
  const { t } = messages;
  const run = useMutation({
    mutationFn: async (one: PendingQuestion) => one.run?.(),
    onSuccess: (_, one) => one.resolve(true),
  });
  // The state of another question doesn't apply to this one.
  const isOwn = run.variables === question;
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={question.title}
      isOpen={isOpen}
      onClose={() => question.resolve(false)}
      footer={
        <>
          <Button onClick={() => question.resolve(false)}>
            {question.cancelLabel ?? t('kit.cancel')}
          </Button>
          <Button
            variant={question.isDanger ? 'danger' : 'primary'}
            isPending={run.isPending && isOwn}
            onClick={() => run.mutate(question)}
          >
            {question.confirmLabel}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{question.body}</p>
      {isOwn && run.error && (
        <div className="mt-3">
          <Failure>{errorText(run.error, messages)}</Failure>
        </div>
      )}
    </Dialog>
  );
}
