import { cleanup, render, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useDialogFocus, useListFocus } from './list-focus.ts';

afterEach(cleanup);

function Panel() {
  const panel = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(['Ana', 'Ben']);
  useListFocus(panel);
  return (
    <div ref={panel} tabIndex={-1} data-testid="panel">
      {rows.map((name) => (
        <article key={name}>
          <button type="button" onClick={() => setRows(rows.filter((one) => one !== name))}>
            {name}
          </button>
        </article>
      ))}
    </div>
  );
}

/** Makes elements look rendered or not. A panel whose rest is not rendered has no control to focus. */
const drawn = (isDrawn: boolean) =>
  vi
    .spyOn(Element.prototype, 'getClientRects')
    .mockReturnValue((isDrawn ? [{}] : []) as unknown as DOMRectList);
afterEach(() => vi.restoreAllMocks());

const removeAna = () => {
  const { getByTestId, getByText } = render(<Panel />);
  const focus = vi.spyOn(getByTestId('panel'), 'focus');
  const ana = getByText('Ana');
  ana.focus();
  ana.click();
  return focus;
};

test('removing the focused row moves focus to the panel without scrolling if no other control is visible', async () => {
  drawn(false);
  const focus = removeAna();
  await waitFor(() => expect(focus).toHaveBeenCalled());
  expect(focus).toHaveBeenCalledWith({ preventScroll: true });
});

test('removing the focused row moves focus to the row that replaces it', async () => {
  drawn(true);
  const focus = removeAna();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ben'));
  expect(focus).not.toHaveBeenCalled();
});

function Points() {
  const dialog = useRef<HTMLDivElement>(null);
  const [isReversed, setIsReversed] = useState(false);
  useDialogFocus(dialog);
  return (
    <div ref={dialog} role="dialog" tabIndex={-1}>
      {!isReversed && (
        <button type="button" onClick={() => setIsReversed(true)}>
          Reverse
        </button>
      )}
    </div>
  );
}

test('a dialog whose focused button disappears gets the focus, so that Escape reaches it', async () => {
  const { getByRole } = render(<Points />);
  const button = getByRole('button', { name: 'Reverse' });
  button.focus();
  button.click();
  await waitFor(() => expect(document.activeElement).toBe(getByRole('dialog')));
});
