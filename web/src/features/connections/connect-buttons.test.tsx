import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionStatus, User } from '#contract/people/endpoints.ts';
import { host } from '../../lib/host-page.ts';
import { school } from '../../lib/school.ts';
import { toasts } from '../../ui/toasts.ts';
import { me, someSchool, someone, stage, resetStage } from '../../testing/stage.tsx';
import { profileOf, readProfile } from '../profile/profile.data.ts';
import { ConnectButtons } from './connect-buttons.tsx';

afterEach(resetStage);

/** As on a page: the person comes from the cache, which responses update. */
function Shown() {
  const { data } = useQuery(profileOf('7'));
  const person = readProfile(data);
  return (
    <>
      <section aria-label="buttons">
        {person && <ConnectButtons person={person} placement="profile" />}
      </section>
      <input aria-label="elsewhere" />
    </>
  );
}

const after: Record<string, ConnectionStatus> = {
  request: 2,
  accept: 1,
  reject: 0,
  cancel: 0,
  disconnect: 0,
};

/** A server that stores one status and changes it on request; `reply` overrides its response. */
async function show(
  status: ConnectionStatus,
  {
    reply,
    becomes = after,
    isConnectOn = true,
    person = someone,
  }: { reply?: () => unknown; becomes?: typeof after; isConnectOn?: boolean; person?: User } = {},
) {
  let held = status;
  const view = await stage(<Shown />, {
    isConnectOn,
    answers: {
      user_profile: () => ({ data: { ...person, connectionStatus: held } }),
      user_connect: async ({ type = '' }) => {
        const answer = await reply?.();
        if (answer !== undefined) return answer;
        held = becomes[type] ?? 0;
        return { success: 'true', connectionStatus: held };
      },
    },
  });
  const area = screen.getByRole('region', { name: 'buttons' });
  await waitFor(() => expect(area.querySelector('button, a')).not.toBeNull());
  const calls = () =>
    view.asked.filter(({ path }) => path === 'user_connect').map(({ query }) => query);
  return {
    ...view,
    area,
    calls,
    texts: () =>
      [...area.querySelectorAll('button, a')].map(
        (one) => one.textContent || one.getAttribute('aria-label'),
      ),
  };
}

const press = (button: HTMLElement) => {
  button.focus();
  fireEvent.click(button);
};
const pressNamed = async (name: string) => press(await screen.findByRole('button', { name }));

/** A response that arrives when the test releases it. */
function held() {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { reply: () => gate, release: () => act(async () => open()) };
}

describe('the buttons', () => {
  const why = 'Messaging is available in your school’s portal';
  test.each([
    [-1, ['View Profile'], ['View Profile']],
    [0, ['Connect'], ['Message']],
    [1, ['Message', 'More actions for Ana Silva'], ['Message']],
    [2, ['Pending'], ['Message']],
    [3, ['Accept', 'Delete'], ['Message']],
  ] as const)('[CONN-04] status %i shows %j with connect on', async (status, on, off) => {
    const { texts } = await show(status);
    expect(texts()).toEqual(on);
    resetStage();
    expect((await show(status, { isConnectOn: false })).texts()).toEqual(off);
  });

  test('[CONN-04] for a connected person, the menu has View Profile and Remove Connection', async () => {
    const { router } = await show(1);
    await pressNamed('More actions for Ana Silva');
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['View Profile', 'Remove Connection']);
    fireEvent.click(within(menu).getByRole('menuitem', { name: 'View Profile' }));
    await waitFor(() => expect(router.state.location.href).toBe('/student_profile?uid=7'));
  });

  test('outside a frame, Message is disabled and describes why', async () => {
    await show(1);
    const message = screen.getByRole('button', { name: 'Message Ana Silva' });
    expect([
      message.getAttribute('aria-disabled'),
      document.getElementById(message.getAttribute('aria-describedby') ?? '')?.textContent,
    ]).toEqual(['true', why]);
  });

  test('[CARD-10] clicking the disabled Message button explains where messages open', async () => {
    await show(1);
    fireEvent.click(screen.getByRole('button', { name: 'Message Ana Silva' }));
    expect(toasts.shown.get().at(-1)?.message).toBe(why);
  });

  test('[CONN-04] the user’s own card has only View Profile, which opens their profile', async () => {
    const { area } = await show(-1, { person: { ...me, uid: '7' } });
    expect(area.querySelector('a')?.getAttribute('href')).toBe('/student_profile?uid=7');
  });
});

describe('actions', () => {
  test.each([
    ['request', 0, 'Connect with Ana Silva', ['Pending']],
    ['accept', 3, 'Accept request from Ana Silva', ['Message', 'More actions for Ana Silva']],
    ['reject', 3, 'Delete request from Ana Silva', ['Connect']],
  ] as const)(
    '[CONN-02] %s sends its type, and the buttons follow the status in the response',
    async (type, status, name, expected) => {
      const { calls, texts } = await show(status);
      await pressNamed(name);
      await waitFor(() => expect(texts()).toEqual(expected));
      expect(calls()).toEqual([{ student_uid: '7', type }]);
    },
  );

  test('[CONN-02] [CONN-07] canceling a request asks for confirmation in a dialog', async () => {
    const { calls, texts } = await show(2);
    await pressNamed('Pending: request to Ana Silva');
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Connection' });
    expect(within(dialog).getByRole('heading').textContent).toBe('Remove Connection');
    expect(
      within(dialog).getByText('Are you sure you want to remove this pending connection request?'),
    ).toBeTruthy();
    expect(calls()).toEqual([]);
    press(within(dialog).getByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([calls(), texts()]).toEqual([[], ['Pending']]);
    await pressNamed('Pending: request to Ana Silva');
    press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(texts()).toEqual(['Connect']));
    expect(calls()).toEqual([{ student_uid: '7', type: 'cancel' }]);
  });

  test('[CONN-02] disconnecting is in the menu and asks for confirmation', async () => {
    const { calls, texts } = await show(1);
    await pressNamed('More actions for Ana Silva');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove Connection' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Connection' });
    expect(calls()).toEqual([]);
    press(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(texts()).toEqual(['Connect']));
    expect(calls()).toEqual([{ student_uid: '7', type: 'disconnect' }]);
  });

  test('[CONN-02] if a request connects both people, the buttons show the connection', async () => {
    const { texts } = await show(0, { becomes: { request: 1 } });
    await pressNamed('Connect with Ana Silva');
    await waitFor(() => expect(texts()).toEqual(['Message', 'More actions for Ana Silva']));
  });

  test('[CONN-01] Connect stays visible and busy during the request, and a double click sends one call', async () => {
    const { reply, release } = held();
    const { calls, texts } = await show(0, { reply });
    const button = await screen.findByRole('button', { name: 'Connect with Ana Silva' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    expect(texts()).toEqual(['Connect']);
    fireEvent.click(button);
    await release();
    await waitFor(() => expect(texts()).toEqual(['Pending']));
    expect(calls()).toHaveLength(1);
  });

  test('[CONN-01] Connect is busy for a person whose status is requesting', async () => {
    await show(-2);
    expect(
      screen.getByRole('button', { name: 'Connect with Ana Silva' }).getAttribute('aria-busy'),
    ).toBe('true');
  });
});

describe('focus', () => {
  const confirm = async () =>
    press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  const focused = () => document.activeElement?.getAttribute('aria-label');

  test.each([
    ['request', 0, 'Connect with Ana Silva', 'Pending: request to Ana Silva'],
    ['accept', 3, 'Accept request from Ana Silva', 'More actions for Ana Silva'],
    ['reject', 3, 'Delete request from Ana Silva', 'Connect with Ana Silva'],
  ] as const)(
    '[CONN-03] after %s (from status %i), focus moves from %s to %s',
    async (_, status, from, to) => {
      await show(status);
      await pressNamed(from);
      await waitFor(() => expect(focused()).toBe(to));
    },
  );

  test('[CONN-03] after canceling a request, focus moves to Connect', async () => {
    await show(2);
    await pressNamed('Pending: request to Ana Silva');
    await confirm();
    await waitFor(() => expect(focused()).toBe('Connect with Ana Silva'));
  });

  test('[CONN-03] after disconnecting, focus moves to Connect', async () => {
    await show(1);
    await pressNamed('More actions for Ana Silva');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove Connection' }));
    await confirm();
    await waitFor(() => expect(focused()).toBe('Connect with Ana Silva'));
  });

  test('[CONN-03] focus doesn’t move if the user is elsewhere by then', async () => {
    const { reply, release } = held();
    const { texts } = await show(0, { reply });
    await pressNamed('Connect with Ana Silva');
    screen.getByLabelText('elsewhere').focus();
    await release();
    await waitFor(() => expect(texts()).toEqual(['Pending']));
    expect(focused()).toBe('elsewhere');
  });
});

describe('failures', () => {
  test.each([
    [
      'the server rejects the request',
      () => ({ success: 'false', message: 'no', code: 'forbidden' }),
    ],
    ['success is not the text true', () => ({ success: true, connectionStatus: 2 })],
    ['the status is missing', () => ({ success: 'true' })],
    ['the server fails', () => Response.json({}, { status: 500 })],
    [
      'the headers contain an error',
      () => Response.json({}, { headers: { 'X-Error-Status': '500' } }),
    ],
    ['there is no response', () => Promise.reject(new TypeError('offline'))],
  ])(
    '[CONN-05] [CONN-06] %s: an alert appears, the status stays, and the button works again',
    async (_, fail) => {
      const replies = [fail, () => undefined];
      const { calls, texts } = await show(0, { reply: () => replies.shift()?.() });
      await pressNamed('Connect with Ana Silva');
      expect(await screen.findByText('Something went wrong during the request')).toBeTruthy();
      expect(texts()).toEqual(['Connect']);
      await pressNamed('Connect with Ana Silva');
      await waitFor(() => expect(texts()).toEqual(['Pending']));
      expect(calls()).toHaveLength(2);
    },
  );
});

test('if the school’s settings allow it, Message opens the conversation without a host page', async () => {
  await show(1);
  act(() =>
    school.set({ ...someSchool, config: { ...someSchool.config, messageStandalone: true } }),
  );
  const message = screen.getByRole('link', { name: 'Message Ana Silva' });
  expect(message.getAttribute('href')).toBe('/chat?uid=7');
  act(() => host.set('https://portal.example.edu'));
  expect(screen.queryByRole('link', { name: 'Message Ana Silva' })).toBeNull();
  act(() => host.set(null));
});

test('[CARD-10] Message is disabled with its reason until a host page connects, and then opens the host’s chat', async () => {
  const { area } = await show(1);
  const message = within(area).getByRole('button', { name: 'Message Ana Silva' });
  expect(message.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(message.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Messaging is available in your school’s portal',
  );
  const posted: unknown[] = [];
  const post = vi
    .spyOn(window.parent, 'postMessage')
    .mockImplementation((...said: unknown[]) => void posted.push(said));
  act(() => host.set('https://portal.example.edu'));
  fireEvent.click(within(area).getByRole('button', { name: 'Message Ana Silva' }));
  expect(posted).toEqual([[{ type: 'campus:open-chat', uid: '7' }, 'https://portal.example.edu']]);
  act(() => host.set(null));
  post.mockRestore();
});
