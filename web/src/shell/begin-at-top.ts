import type { RegisteredRouter } from '@tanstack/react-router';

/**
 * Back and reload restore the scroll position, which the router does. Every other navigation starts at the top (ROUTE-06),
 * including forward and a link to the current URL, where the router would restore. Returns a function that stops it.
 */
export function beginAtTop(router: RegisteredRouter): () => void {
  /** Since the last render of a page. */
  let moves: 'forward' | 'otherwise' | null = null;
  const stopListening = router.history.subscribe(({ action }) => {
    const isForward = action.type === 'FORWARD' || (action.type === 'GO' && action.index > 0);
    moves = isForward ? 'forward' : 'otherwise';
  });
  const stopDrawing = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    const isSame = moves === null && fromLocation?.state.__TSR_key === toLocation.state.__TSR_key;
    if (fromLocation && (moves === 'forward' || isSame) && toLocation.hash === '')
      window.scrollTo(0, 0);
    moves = null;
  });
  return () => {
    stopListening();
    stopDrawing();
  };
}
