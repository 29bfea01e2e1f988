/**
 * Says `transitionend` of a transition that was cancelled. For whoever a screen reader clicks, react-aria moves the focus only
 * once no transition runs anywhere, and forgets to take off its list what is cancelled with a page that is put away, or with a
 * second property of the same element: from then on no menu or dialog takes the focus any more
 * (https://github.com/adobe/react-spectrum/issues/7973 is the same with elements that are removed). Called once.
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
      // A reversed one is followed by another of the same property.
      const one = running();
      if (one) one.finished.catch(follow);
      else
        target.dispatchEvent(new TransitionEvent('transitionend', { propertyName, bubbles: true }));
    };
    // Everybody is told first that it began: it may be over already.
    setTimeout(follow);
  });
}
