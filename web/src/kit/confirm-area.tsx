import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { laterPart } from '../lib/later-part.ts';
import { useStore } from '../lib/store.ts';
import { asked } from './confirm.ts';

const ConfirmDialog = laterPart(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

/** Stands once around all pages and draws what `confirm()` asks; a question ends with the page that asked it. */
export function ConfirmArea() {
  const question = useStore(asked);
  // Stays while it closes, so that closing can be shown.
  const [last, setLast] = useState(question);
  if (question !== null && question !== last) setLast(question);
  const { pathname } = useLocation();
  useEffect(() => () => asked.get()?.answer(false), [pathname]);
  if (last === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={last} isOpen={question !== null} />
    </Suspense>
  );
}
