import { useCallback, useEffect, useState } from 'react';
import type { Address, Search } from './address.ts';
import { useHere } from './outlet.tsx';
import type { Navigation, Router } from './router.ts';

/** What is shown is read by these; where the address bar already is, is nobody's business. */
export const useRouter = (): Router => useHere().router;
export const useLocation = (): Address => useHere().shown.address;
export const useParams = (): Search => useHere().shown.params;
/** Whether going back stays on the app. */
export const useCanGoBack = (): boolean => useHere().router.canGoBack();

/** The search parameters that the page knows. */
export const useSearch = (): Search => useHere().shown.search;

export function useNavigate(): (to: Navigation) => Promise<void> {
  const { router } = useHere();
  return useCallback((to) => router.navigate(to), [router]);
}

/** Holds a navigation that `shouldHold` says, until `proceed` or `stay`; closing the window asks in the browser's words. */
export function useHold(shouldHold: (next: Address) => boolean, isOn: boolean) {
  const { router } = useHere();
  const [answer, setAnswer] = useState<{ give: (mayLeave: boolean) => void } | null>(null);
  useEffect(() => {
    if (!isOn) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    const release = router.hold(
      (next) => !shouldHold(next) || new Promise((resolve) => setAnswer({ give: resolve })),
    );
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      release();
    };
  });
  const say = (mayLeave: boolean) => () => {
    setAnswer(null);
    answer?.give(mayLeave);
  };
  return { isHeld: answer !== null, proceed: say(true), stay: say(false) };
}
