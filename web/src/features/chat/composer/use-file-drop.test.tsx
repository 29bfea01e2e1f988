import { createEvent, fireEvent, render, screen, cleanup } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFileDrop, type AttachFiles } from './use-file-drop.ts';

afterEach(cleanup);

const Conversation = ({ take }: { take: AttachFiles | null }) => {
  const { isOver, handlers, setTake } = useFileDrop();
  useEffect(() => setTake(take), [take, setTake]);
  return (
    <>
      <section {...handlers} aria-label="thread">
        <p>{isOver ? 'over' : 'away'}</p>
      </section>
      <p>beside</p>
    </>
  );
};
const file = new File(['x'], 'notes.txt');
const dropped = (on: HTMLElement, types = ['Files']) => {
  const event = createEvent.drop(on, {
    dataTransfer: { types, files: [file], dropEffect: 'move' },
  });
  fireEvent(on, event);
  return event.defaultPrevented;
};

test('[CHAT-04] dropping files anywhere on a conversation attaches them and never opens them in the browser', () => {
  const take = vi.fn<AttachFiles>();
  render(<Conversation take={take} />);
  const message = screen.getByText('away');
  fireEvent.dragOver(message, { dataTransfer: { types: ['Files'], dropEffect: 'none' } });
  expect(message.textContent).toBe('over');
  expect(dropped(message)).toBe(true);
  expect([message.textContent, take.mock.calls]).toEqual(['away', [[[file]]]]);
  // Neither files dropped beside it nor dragged text count.
  expect(dropped(screen.getByText('beside'))).toBe(true);
  expect(dropped(message, ['text/plain'])).toBe(false);
  expect(take).toHaveBeenCalledTimes(1);
});

test('[CHAT-04] a read-only conversation ignores dropped files', () => {
  render(<Conversation take={null} />);
  const message = screen.getByText('away');
  fireEvent.dragOver(message, { dataTransfer: { types: ['Files'], dropEffect: 'move' } });
  expect([message.textContent, dropped(message)]).toEqual(['away', true]);
});
