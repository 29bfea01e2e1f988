import { beforeEach, expect, test } from 'vitest';
import { CallError } from '../../../lib/call-error.ts';
import { createDraftSender } from './draft-sender.ts';
import { openDraftStore } from './draft-store.ts';

beforeEach(() => localStorage.clear());

const noAnswer = () => new CallError({ status: 0, code: 'network', message: 'No answer' });
const turns = async () => {
  for (let turn = 0; turn < 8; turn += 1) await new Promise((done) => setTimeout(done));
};

/** A server with drafts and its devices. Each page on a device reads what the previous page stored there. */
const campus = () => {
  const server = {
    drafts: new Map<string, string>(),
    isUp: true,
    kept: [] as string[],
    saving: 0,
    savingMax: 0,
  };
  const page = () => {
    const pauses: (() => void)[] = [];
    const sender = createDraftSender({
      store: openDraftStore(),
      owner: () => 'ana',
      random: () => 0,
      wait: () => {
        let stop = () => undefined as void;
        const done = new Promise<void>((resolve) => (stop = resolve));
        pauses.push(stop);
        return { done, stop };
      },
      save: async (conversation, text) => {
        server.saving += 1;
        server.savingMax = Math.max(server.savingMax, server.saving);
        await Promise.resolve();
        server.saving -= 1;
        if (!server.isUp) throw noAnswer();
        server.kept.push(text);
        server.drafts.set(conversation, text);
      },
      ask: async (conversation) => {
        if (!server.isUp) throw noAnswer();
        return server.drafts.get(conversation) ?? '';
      },
      changed: () => undefined,
    });
    return { ...sender, endPauses: () => pauses.splice(0).forEach((stop) => stop()) };
  };
  return { server, page };
};

test('[CHAT-04] a draft that the server couldn’t save stays on the device, which sends it later', async () => {
  const { server, page } = campus();
  server.isUp = false;
  const one = page();
  one.note('7', 'Half a thought', '');
  void one.send('7');
  await turns();
  expect(page().settle('7', '')).toBe('Half a thought');
  server.isUp = true;
  one.endPauses();
  await turns();
  expect([server.drafts.get('7'), one.held('7')]).toEqual(['Half a thought', null]);
});

test('[CHAT-04] a draft survives a reload, and another user of the device doesn’t see it', async () => {
  const { server, page } = campus();
  server.isUp = false;
  page().note('7', 'Left behind', '');
  server.isUp = true;
  const next = page();
  expect(next.settle('7', '')).toBe('Left behind');
  expect(openDraftStore().all('ben')).toEqual({});
  next.sendAll();
  await turns();
  expect(server.drafts.get('7')).toBe('Left behind');
});

test('[CHAT-03] [CHAT-04] text sent offline doesn’t return as a draft after a reload', async () => {
  const { server, page } = campus();
  const one = page();
  one.note('7', 'See you at nine', '');
  await one.send('7');
  expect(server.drafts.get('7')).toBe('See you at nine');
  server.isUp = false;
  one.note('7', '', 'See you at nine');
  void one.send('7');
  await turns();
  const next = page();
  expect(next.settle('7', 'See you at nine')).toBe('');
  server.isUp = true;
  next.sendAll();
  await turns();
  expect(server.drafts.get('7')).toBe('');
});

test('sent text doesn’t return as a draft if the response to its last save was lost', async () => {
  const { server, page } = campus();
  const one = page();
  one.note('7', 'Twice?', '');
  const save = one.send('7');
  // The server saved the draft, but the tab closed before the response arrived: the device still knows that the saved draft
  // is its own.
  await Promise.resolve();
  one.note('7', '', '');
  server.drafts.set('7', 'Twice?');
  expect(page().settle('7', 'Twice?')).toBe('');
  await save;
});

test('[CHAT-04] clearing a draft keeps another device’s text, but new text replaces it', async () => {
  const { server, page } = campus();
  server.drafts.set('7', 'From the phone');
  const one = page();
  one.note('7', '', 'From the laptop');
  expect(one.settle('7', 'From the phone')).toBe('From the phone');
  one.sendAll();
  await turns();
  expect([server.drafts.get('7'), one.held('7')]).toEqual(['From the phone', null]);
  one.note('8', 'Mine, later', 'Mine');
  server.drafts.set('8', 'The phone’s');
  one.sendAll();
  await turns();
  expect(server.drafts.get('8')).toBe('Mine, later');
});

test('a conversation’s drafts are sent one at a time, the newest last', async () => {
  const { server, page } = campus();
  const one = page();
  one.note('7', 'a', '');
  void one.send('7');
  one.note('7', 'ab', '');
  void one.send('7');
  one.note('7', '', '');
  void one.send('7');
  await turns();
  expect([server.kept.at(-1), server.drafts.get('7'), one.held('7')]).toEqual(['', '', null]);
  expect(server.savingMax).toBe(1);
});

test('text that failed to send returns before newer text', () => {
  const one = campus().page();
  one.restore('7', 'Refused', '');
  expect(one.settle('7', '')).toBe('Refused');
  one.note('7', 'And then', '');
  one.restore('7', 'Refused too', '');
  expect(one.settle('7', '')).toBe('Refused too\nAnd then');
});
