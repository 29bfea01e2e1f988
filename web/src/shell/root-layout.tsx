import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyModule } from '../lib/lazy-module.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { queryClient } from '../lib/call.ts';
import { isEmbedded } from '../lib/host-page.ts';
import { authStatus, session } from '../lib/session-store.ts';
import { ConfirmArea } from '../kit/confirm-area.tsx';
import { AlertArea } from '../ui/alert-area.tsx';
import { clearAlerts } from '../ui/alerts.ts';
import { beginAtTop } from './begin-at-top.ts';
import { closeMenus } from './menus.ts';
import { ToastArea } from '../ui/toast-area.tsx';

// Nothing visible depends on it at first.
const headingFocus = lazyModule(() => import('./heading-focus.ts'));
const HostLink = lazyComponent(() => import('./host-link.tsx'), 'HostLink');

/** Wraps every route: alerts, toasts, and reactions to navigation and sign-out. */
export function RootLayout() {
  const router = useRouter();

  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        clearAlerts();
        if (pathChanged) closeMenus();
      }),
    [router],
  );

  useEffect(() => {
    let stop: (() => void) | undefined;
    let before: Element | null = null;
    const unsubscribe = [
      router.subscribe('onBeforeLoad', () => {
        before = document.activeElement;
      }),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        stop?.();
        let isLast = true;
        stop = () => {
          isLast = false;
        };
        const had = before;
        void headingFocus.load().then(
          ({ focusHeading }) => {
            if (isLast) stop = focusHeading(had);
          },
          () => undefined,
        );
      }),
    ];
    return () => {
      stop?.();
      for (const end of unsubscribe) end();
    };
  }, [router]);

  useEffect(() => beginAtTop(router), [router]);

  useEffect(
    () =>
      session.subscribe(() => {
        if (session.get().status !== authStatus.LOGGED_OUT) return;
        queryClient.clear();
        // Inside a host page, the page itself offers to sign in, and the host is notified.
        if (isEmbedded()) return;
        // A page for signed-in users then redirects to the sign-in page.
        void router.invalidate();
      }),
    [router],
  );

  return (
    <>
      <Outlet />
      <AlertArea />
      <ConfirmArea />
      <ToastArea />
      <PageAnnouncer />
      {isEmbedded() && (
        <Suspense fallback={null}>
          <HostLink />
        </Suspense>
      )}
    </>
  );
}

/** Announces the new page's title to screen readers, because a navigation without a page load is silent. */
function PageAnnouncer() {
  const path = useLocation().pathname;
  const first = useRef(path);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (path === first.current) return;
    first.current = path;
    const timer = setTimeout(() => setTitle(document.title), 150);
    return () => clearTimeout(timer);
  }, [path]);
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
