// @apart: what has been loaded stays loaded in a worker.
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { AlertArea } from './alert-area.tsx';
import { alerts } from './alerts.ts';

// A real browser checks what the sanitizer allows, because happy-dom's node iterator skips nodes.
test('[ALERT-03] an alert shows HTML as plain text until the sanitizer loads', () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  act(() => root.render(<AlertArea />));
  vi.useFakeTimers();
  alerts.add({
    type: 'Error',
    message: 'Hello <strong>Ana</strong> <img src="x" onerror="alert(1)">',
  });
  act(() => void vi.advanceTimersByTime(100));
  vi.useRealTimers();
  expect(box.querySelector('[data-alert=Error]')?.textContent).toContain('Hello Ana');
  expect(box.querySelector('img, strong')).toBeNull();
  act(() => root.unmount());
});
