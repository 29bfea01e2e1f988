import type { RegisteredRouter } from '@tanstack/react-router';

/**
 * Back and a reload lead to where one was, which the router does. Every other navigation begins at the top (ROUTE-06): also forward,
 * and a link to the address where one is already; there the router would restore. Answers how to stop.
 */
export function beginAtTop(router: RegisteredRouter): () => void {
  /** Since a page was drawn last. */
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
