/**
 * Keeps `--visual-height` at the height of the window without the screen keyboard, so that the message field stays
 * visible.
 */
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
