import { useMutation } from '@tanstack/react-query';
import { Ban, Flag } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { User } from '#contract/people.ts';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { safety } from '../../messages/en/safety.ts';
import { showAlert } from '../../shell/alerts.ts';
import { showToast } from '../../shell/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { nameOf } from '../people/person.ts';

addEnglish(safety);

// A form that few ask for does not come with every profile.
const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }));

/** What one can do about somebody: block, report. `onGone`: the person is no longer there for the viewer. */
export function SafetyMenu({ person, onGone }: { person: User; onGone: () => void }) {
  const messages = useMessages();
  const { t } = messages;
  const name = nameOf(person);
  const [asked, setAsked] = useState<'block' | 'report' | null>(null);
  const [hasReported, setReported] = useState(false);
  const block = useMutation({
    mutationFn: () => call('PUT /api/v1/blocks/{uid}', { uid: person.uid }),
    async onSuccess() {
      setAsked(null);
      onGone();
      await queryClient.invalidateQueries();
      showToast({
        message: t('safety.blocked', { name }),
        action: {
          label: t('safety.undo'),
          run: () =>
            void call('DELETE /api/v1/blocks/{uid}', { uid: person.uid })
              .then(() => queryClient.invalidateQueries())
              .catch((error: unknown) => showAlert({ type: 'Error', message: errorText(error, messages) })),
        },
      });
    },
    onError(error) {
      setAsked(null);
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true });
    },
  });
  return (
    <>
      <MenuButton
        label={t('safety.more', { name })}
        icon={Flag}
        isRound
        className="border-transparent! bg-surface/90!"
        items={[
          { id: 'report', label: t('safety.report'), icon: Flag },
          { id: 'block', label: t('safety.block'), icon: Ban, isDanger: true },
        ]}
        onAction={(act) => {
          setAsked(act);
          if (act === 'report') setReported(true);
        }}
      />
      <Dialog
        title={t('safety.blockTitle', { name })}
        role="alertdialog"
        size="sm"
        isOpen={asked === 'block'}
        onClose={() => setAsked(null)}
        footer={
          <>
            <Button onClick={() => setAsked(null)}>{t('safety.cancel')}</Button>
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
          <ReportDialog uid={person.uid} name={name} isOpen={asked === 'report'} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  );
}
