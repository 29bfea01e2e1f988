import { useHold, useLocation } from '../../lib/router/hooks.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before a page with unsaved changes is left; closing the window asks too, in the browser's words. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const { isHeld, proceed, stay } = useHold((next) => next.pathname !== pathname, isDirty);
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t('profile.leaveTitle')}
      isOpen={isHeld}
      onClose={stay}
      footer={
        <>
          <Button onClick={proceed}>{t('profile.leave')}</Button>
          <Button variant="primary" onClick={stay}>
            {t('profile.stay')}
          </Button>
        </>
      }
    >
      <p>{t('profile.leaveBody')}</p>
    </Dialog>
  );
}
