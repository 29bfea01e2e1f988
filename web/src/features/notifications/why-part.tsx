import { Suspense, useState } from 'react';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';

const WhyDialog = lazyComponent(() => import('./why-dialog.tsx'), 'WhyDialog');

interface WhyPartProps {
  item: Notification | null;
  onClose: () => void;
}

/** The dialog that explains a notification. It loads when it first opens, because every page preloads the bell's panel. */
export function WhyPart({ item, onClose }: WhyPartProps) {
  const [isUsed, setUsed] = useState(false);
  if (item !== null && !isUsed) setUsed(true);
  return (
    isUsed && (
      <Suspense fallback={null}>
        <WhyDialog item={item} onClose={onClose} />
      </Suspense>
    )
  );
}
