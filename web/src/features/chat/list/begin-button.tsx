import { SquarePen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, IconButton } from '../../../ui/button.tsx';

const BeginDialog = lazyComponent(() => import('./begin-dialog.tsx'), 'BeginDialog');

/** A button that starts a conversation with one or several people. */
export function BeginButton({ variant }: { variant: 'icon' | 'outline' | 'primary' }) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setWasOpen(true);
    setOpen(true);
  };
  const shared = {
    icon: SquarePen,
    onClick: open,
    onPointerEnter: BeginDialog.preload,
    onFocus: BeginDialog.preload,
  } as const;
  return (
    <>
      {variant === 'icon' ? (
        <IconButton label={t('chat.begin')} variant="outline" tooltipSide="bottom" {...shared} />
      ) : (
        <Button variant={variant} {...shared}>
          {t('chat.begin')}
        </Button>
      )}
      {wasOpen && (
        <Suspense fallback={null}>
          <BeginDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
