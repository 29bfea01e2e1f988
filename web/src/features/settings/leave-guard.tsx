import { useBlocker } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before a page with unsaved changes is left; closing the window asks too, in the browser's words. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useMessages();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t('profile.leaveTitle')}
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      footer={
        <>
          <Button onClick={() => proceed?.()}>{t('profile.leave')}</Button>
          <Button variant="primary" onClick={() => reset?.()}>
            {t('profile.stay')}
          </Button>
        </>
      }
    >
      <p>{t('profile.leaveBody')}</p>
    </Dialog>
  );
}
