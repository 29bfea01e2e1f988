/** Loads the code of the cards next to names when a pointer or the focus first moves. Without a network, there are no cards. */
export function subscribe(): () => void {
  const abort = new AbortController();
  let stop = () => {};
  let isStopped = false;
  const start = ({ target }: Event) => {
    abort.abort();
    import('./hover-names.ts').then(
      ({ watchNames }) => {
        if (!isStopped) stop = watchNames(target);
      },
      () => undefined,
    );
  };
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, start, { signal: abort.signal });
  return () => {
    isStopped = true;
    abort.abort();
    stop();
  };
}
