import { afterEach, expect, test } from 'vitest';
import { noSession, session, type Session } from '../../../lib/session-store.ts';
import { composingOf, forgetComposing } from './composing.ts';
import type { UnsentFile } from './unsent-store.ts';

afterEach(() => session.set(noSession));
const file = (name: string): UnsentFile => ({
  clientId: name,
  name,
  size: 1,
  type: '',
  blob: new Blob(['x']),
  fileId: null,
});
const signIn = (uid: string) => session.set({ ...noSession, user: { uid } as Session['user'] });

test('[CHAT-05] selected files stay with their conversation and user, and a failed send restores them', () => {
  signIn('1');
  const here = composingOf('7');
  here.setFiles([file('plan.pdf')]);
  expect(composingOf('8').store.get().files).toEqual([]);
  expect(
    composingOf('7')
      .store.get()
      .files.map(({ name }) => name),
  ).toEqual(['plan.pdf']);
  signIn('2');
  expect(composingOf('7').store.get().files).toEqual([]);
  signIn('1');
  const taken = here.store.get();
  here.setFiles([]);
  here.setFiles([file('later.pdf')]);
  here.restore(taken);
  expect(
    composingOf('7')
      .store.get()
      .files.map(({ name }) => name),
  ).toEqual(['plan.pdf', 'later.pdf']);
  forgetComposing();
  expect(composingOf('7').store.get().files).toEqual([]);
});
