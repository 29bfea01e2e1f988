/**
 * Dispatches `transitionend` for canceled transitions. After a click by a screen reader, react-aria moves the focus only once
 * no transition runs anywhere, but keeps canceled ones in its list, for example when a page is hidden or a second property of
 * the same element changes. From then on, no menu or dialog would get the focus
 * (https://github.com/adobe/react-spectrum/issues/7973 is the same problem with removed elements). Call this once.
 */
export function endCancelledTransitions(): void {
  document.addEventListener('transitionrun', ({ target, propertyName }) => {
    if (!(target instanceof Element)) return;
    const running = () =>
      target
        .getAnimations()
        .find(
          (one) =>
            one instanceof CSSTransition &&
            one.transitionProperty === propertyName &&
            one.playState === 'running',
        );
    const follow = () => {
      // A reversed transition is followed by another one of the same property.
      const one = running();
      if (one) one.finished.catch(follow);
      else
        target.dispatchEvent(new TransitionEvent('transitionend', { propertyName, bubbles: true }));
    };
    // Other listeners get the start event first, because the transition may already be over.
    setTimeout(follow);
  });
}
