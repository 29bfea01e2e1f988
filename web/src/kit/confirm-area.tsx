import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useStore } from '../lib/store.ts';
import { pendingQuestion } from './confirm.ts';

const ConfirmDialog = lazyComponent(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

/** Shows the questions of `confirm()`, once for all pages. Leaving the page cancels its question. */
export function ConfirmArea() {
  const question = useStore(pendingQuestion);
  // Keeps the last question, so that the dialog can animate while it closes.
  const [last, setLast] = useState(question);
  if (question !== null && question !== last) setLast(question);
  const { pathname } = useLocation();
  useEffect(() => () => pendingQuestion.get()?.resolve(false), [pathname]);
  if (last === null) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialog question={last} isOpen={question !== null} />
    </Suspense>
  );
}
