import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { laterPart } from '../../lib/later-part.ts';
import type { Face } from '#contract/people.ts';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { safety } from '../../messages/en/safety.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { nameOf } from '../people/person.ts';

addEnglish(safety);

// A form that few ask for does not come with every profile.
const ReportDialog = laterPart(() => import('./report-dialog.tsx'), 'ReportDialog');

export type SafetyAct = 'block' | 'report';

interface SafetyDialogsProps {
  person: Face;
  /** Which one is open. */
  asked: SafetyAct | null;
  onClose: () => void;
  /** The person is no longer there for the viewer. */
  onGone: () => void;
}

/** What is asked before somebody is blocked or reported. */
export function SafetyDialogs({ person, asked, onClose, onGone }: SafetyDialogsProps) {
  const messages = useMessages();
  const { t } = messages;
  const name = nameOf(person);
  const [hasReported, setReported] = useState(false);
  if (asked === 'report' && !hasReported) setReported(true);
  const block = useMutation({
    mutationFn: () => call('PUT /api/v1/blocks/{uid}', { uid: person.uid }),
    async onSuccess() {
      onClose();
      onGone();
      await queryClient.invalidateQueries();
      showToast({
        message: t('safety.blocked', { name }),
        action: {
          label: t('safety.undo'),
          run: () =>
            void call('DELETE /api/v1/blocks/{uid}', { uid: person.uid })
              .then(() => queryClient.invalidateQueries())
              .catch((error: unknown) =>
                showAlert({ type: 'Error', message: errorText(error, messages) }),
              ),
        },
      });
    },
    onError(error) {
      onClose();
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true });
    },
  });
  return (
    <>
      <Dialog
        title={t('safety.blockTitle', { name })}
        role="alertdialog"
        size="sm"
        isOpen={asked === 'block'}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>{t('safety.cancel')}</Button>
            <Button variant="danger" isPending={block.isPending} onClick={() => block.mutate()}>
              {t('safety.block')}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t('safety.blockSure', { name: person.firstName || name })}</p>
      </Dialog>
      {hasReported && (
        <Suspense fallback={null}>
          <ReportDialog
            uid={person.uid}
            name={name}
            isOpen={asked === 'report'}
            onClose={onClose}
          />
        </Suspense>
      )}
    </>
  );
}
