import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ConversationDelta } from '#contract/chat/conversations.endpoints.ts';
import { ConversationServer } from '../../testing/conversation-server.ts';
import {
  openThread,
  withDelta,
  withNewer,
  withOlder,
  windowMax,
  type Step,
  type ThreadState,
} from './thread-state.ts';

type Act =
  | { kind: 'send' }
  | { kind: 'edit'; at: number }
  | { kind: 'hear' }
  | { kind: 'lose' }
  | { kind: 'older'; isLate: boolean }
  | { kind: 'newer'; isLate: boolean };

const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Act>({ kind: 'send' }) },
    { weight: 4, arbitrary: fc.nat(60).map((at): Act => ({ kind: 'edit', at })) },
    { weight: 2, arbitrary: fc.constant<Act>({ kind: 'hear' }) },
    { weight: 2, arbitrary: fc.constant<Act>({ kind: 'lose' }) },
    { weight: 2, arbitrary: fc.boolean().map((isLate): Act => ({ kind: 'older', isLate })) },
    { weight: 2, arbitrary: fc.boolean().map((isLate): Act => ({ kind: 'newer', isLate })) },
  ),
  { maxLength: 120 },
);

test('[CHAT-03] a tab’s messages match the server’s, even if events are lost or pages arrive late', () => {
  fc.assert(
    fc.property(acts, fc.nat(30), (all, begun) => {
      const server = new ConversationServer();
      for (let n = 0; n < begun; n += 1) server.send();
      const end = server.messages.length;
      let thread: ThreadState = openThread(server.page(end - 5, end));
      /** Events that were written but haven't arrived. */
      let events: { from: number; change: number; delta: ConversationDelta }[] = [];
      let written = server.change;
      const ask = (after: number) =>
        withDelta(thread, Math.min(after, thread.change), server.change, server.delta(after));
      const take = (step: Step): void => {
        thread = step.thread;
        if (step.fetchAfter !== null) take(ask(step.fetchAfter));
      };
      const note = () => {
        events.push({ from: written, change: server.change, delta: server.delta(written) });
        written = server.change;
      };
      for (const act of all) {
        if (act.kind === 'send' || act.kind === 'edit') {
          if (act.kind === 'send') server.send();
          else server.edit(act.at);
          if (server.change > written) note();
        } else if (act.kind === 'hear') {
          for (const { from, change, delta } of events)
            take(withDelta(thread, from, change, delta));
          events = [];
        } else if (act.kind === 'lose') events.pop();
        else {
          const first = thread.items[0]?.seq ?? 1;
          const last = thread.items.at(-1)?.seq ?? 0;
          const page =
            act.kind === 'older'
              ? server.page(first - 1 - 5, first - 1)
              : server.page(last, last + 5);
          // A late page was read before the events that arrive now.
          if (act.isLate) {
            // Edits a message of the page, so that the page has its old text.
            if (page.items[0] !== undefined) server.edit(page.items[0].seq - 1);
            if (server.change > written) note();
            for (const { from, change, delta } of events)
              take(withDelta(thread, from, change, delta));
            events = [];
          }
          if (act.kind === 'older' && thread.items[0]?.seq === first && page.items.length > 0)
            take(withOlder(thread, page));
          if (act.kind === 'newer' && thread.items.at(-1)?.seq === last && page.items.length > 0)
            take(withNewer(thread, page));
        }
        // Whatever is missing, there is never a gap or a duplicate.
        const seqs = thread.items.map(({ seq }) => seq);
        expect(seqs).toEqual(seqs.map((_, at) => (seqs[0] ?? 0) + at));
      }
      take(ask(thread.change));
      if (!thread.hasAfter) expect(thread.items.at(-1)?.seq ?? 0).toBe(server.messages.length);
      expect(thread.items).toEqual(
        server.messages.slice((thread.items[0]?.seq ?? 1) - 1, thread.items.at(-1)?.seq ?? 0),
      );
    }),
    { numRuns: 500 },
  );
});

test('a growing window drops distant messages and marks that there are more', () => {
  const server = new ConversationServer();
  for (let n = 0; n < 1_000; n += 1) server.send();
  let thread = openThread(server.page(900, 1_000));
  for (let from = 800; from >= 400; from -= 100)
    thread = withOlder(thread, server.page(from, from + 100)).thread;
  expect(thread.items).toHaveLength(windowMax);
  expect([thread.items[0]?.seq, thread.hasBefore, thread.hasAfter]).toEqual([401, true, true]);
  server.send();
  // A new message beyond the window isn't rendered right after an old one.
  thread = withDelta(thread, 1_000, 1_001, server.delta(1_000)).thread;
  expect(thread.items.at(-1)?.seq).toBe(400 + windowMax);
  for (let from = 400 + windowMax; from < 1_001; from += 100)
    thread = withNewer(thread, server.page(from, from + 100)).thread;
  expect([thread.items.at(-1)?.seq, thread.hasAfter, thread.items.length]).toEqual([
    1_001,
    false,
    windowMax,
  ]);
});
