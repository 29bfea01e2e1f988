/**
 * `<main ref={mainRef}>`: the target of the skip link. Pages that are hidden behind the visible one (decision 031) give up
 * the ID, because it must be unique; React detaches their refs.
 */
export const mainRef = (element: HTMLElement) => {
  element.id = 'main';
  return () => element.removeAttribute('id');
};
