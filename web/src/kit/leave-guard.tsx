import { useBlocker } from '@tanstack/react-router';
import { addEnglish, useMessages } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import english from './messages/en.json';

addEnglish(english);

/** Asks before the user leaves a page with unsaved changes. Closing the window asks with the browser's own text. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useMessages();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const stay = () => reset?.();
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t('kit.leaveTitle')}
      isOpen={status === 'blocked'}
      onClose={stay}
      footer={
        <>
          <Button onClick={() => proceed?.()}>{t('kit.leave')}</Button>
          <Button variant="primary" onClick={stay}>
            {t('kit.stay')}
          </Button>
        </>
      }
    >
      <p>{t('kit.leaveBody')}</p>
    </Dialog>
  );
}
