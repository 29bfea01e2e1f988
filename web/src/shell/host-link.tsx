import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { safeRedirect } from '#contract/redirect.ts';
import { subscribeToHost, hostSettings, postToHost } from '../lib/host-page.ts';
import { translate, setLocale, pickLocale } from '../lib/messages.ts';
import { authStatus, session } from '../lib/session-store.ts';
import { logOut } from './log-out.ts';
import { signInAs } from './start-app.ts';

/** Pages without bars have the height of their content; those with bars scroll inside the frame. */
const growsWithFrame = (path: string) => path.startsWith('/embed/');

/** Reports URL, height and sign-out to the host page, and handles its requests. */
export function HostLink() {
  const router = useRouter();
  const pathname = useLocation({ select: (location) => location.pathname });

  useEffect(() => {
    // Also after a navigation to the same URL.
    const report = () =>
      postToHost({ type: 'angular-route', url: router.state.location.publicHref });
    report();
    return router.subscribe('onResolved', report);
  }, [router]);

  const isWhole = growsWithFrame(pathname);
  useEffect(() => {
    // If the frame is higher than its page, the rest has the same background.
    document.body.classList.toggle('bg-surface', isWhole);
    const root = document.getElementById('root');
    if (!isWhole || root === null) return postToHost({ type: 'campus:resize', height: 0 });
    let reported = -1;
    const report = () => {
      const height = Math.ceil(root.getBoundingClientRect().height);
      if (height !== reported && height > 0) postToHost({ type: 'campus:resize', height });
      reported = height;
    };
    const watch = new ResizeObserver(report);
    watch.observe(root);
    return () => watch.disconnect();
  }, [isWhole]);

  useEffect(() => {
    let wasOut = false;
    const report = () => {
      const isOut = session.get().status === authStatus.LOGGED_OUT;
      if (isOut && !wasOut) postToHost({ type: 'webapp_logged_out' });
      wasOut = isOut;
    };
    report();
    return session.subscribe(report);
  }, []);

  useEffect(
    () =>
      subscribeToHost((message, origin) => {
        switch (message.type) {
          case 'campus:navigate':
            return void router.navigate({
              href: safeRedirect(message.url, window.location.origin),
            });
          case 'campus:logout':
            if (session.get().user !== null) void logOut(translate());
            return;
          case 'campus:init': {
            const { theme, locale } = { ...hostSettings.get(), ...message };
            hostSettings.set({ ...(theme && { theme }), ...(locale && { locale }) });
            if (message.session) void signInAs(message.session, origin).catch(() => undefined);
            else if (message.locale) void setLocale(pickLocale([message.locale]));
          }
        }
      }),
    [router],
  );
  return null;
}
