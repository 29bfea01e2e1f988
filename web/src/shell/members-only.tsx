import { Outlet } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { isEmbedded } from '../lib/host-page.ts';
import { authStatus, session } from '../lib/session-store.ts';
import { useStore } from '../lib/store.ts';

const FrameSignIn = lazyComponent(
  () => import('../features/sign-in/frame-sign-in.tsx'),
  'FrameSignIn',
);

/**
 * Wraps pages for signed-in users. When the session ends, they unmount immediately, before their data is gone. The sign-in
 * page follows, or inside a host page, a sign-in button in their place.
 */
export function MembersOnly({ children = <Outlet /> }: { children?: ReactNode }) {
  const { user, status } = useStore(session);
  if (user !== null) return children;
  if (status !== authStatus.LOGGED_OUT || !isEmbedded()) return null;
  return (
    <Suspense fallback={null}>
      <FrameSignIn />
    </Suspense>
  );
}
