/** Prints a title with lines of text, without the page around it. */
export function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (page === null || view === null) return frame.remove();
  const heading = page.createElement('h1');
  heading.textContent = title;
  const list = page.createElement('pre');
  list.textContent = lines.join('\n');
  list.style.fontSize = '16pt';
  page.body.append(heading, list);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}
