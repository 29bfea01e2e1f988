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
 * Around pages of signed-in people. When the session ends they go at once, before what they read is gone; the login follows,
 * in a host's page in their place.
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
