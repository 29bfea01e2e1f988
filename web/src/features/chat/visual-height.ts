/** Keeps `--visual-height` at what a screen keyboard leaves of the window, so that what one writes stays above it. */
export function followVisualHeight(): () => void {
  const { visualViewport: view } = window;
  const root = document.documentElement;
  if (view === null) return () => undefined;
  const follow = () => root.style.setProperty('--visual-height', `${view.height}px`);
  follow();
  view.addEventListener('resize', follow);
  return () => {
    view.removeEventListener('resize', follow);
    root.style.removeProperty('--visual-height');
  };
}
