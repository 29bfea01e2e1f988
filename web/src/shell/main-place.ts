/**
 * `<main ref={mainPlace}>`: the place that the skip link leads to. Pages that are kept behind the one in sight (decision 031) give
 * the id up while they are unseen, since a document has one of each; React detaches their refs.
 */
export const mainPlace = (element: HTMLElement) => {
  element.id = 'main';
  return () => element.removeAttribute('id');
};
